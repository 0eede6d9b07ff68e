import { green, red, type Check } from '../check.ts';

/** Each entry holds the mark of the one before, so that a change shows. */
export const auditChain: Check = {
  id: 'audit_chain',
  group: 'data',
  title: 'Audit log',
  needs: [],
  async run({ services: { store } }) {
    const { entries, broken } = await store.verifyAudit();
    const [first] = broken;
    if (!first) {
      const count = `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`;
      return green(`${count}, none changed or missing.`);
    }
    return red(
      `Entry ${first.seq} ${first.problem}; what is before it is intact.`,
      'Find out who has access to the data folder; restore a backup if the entries matter.',
    );
  },
};
