import { NativeSelect, Text } from '@mantine/core';
import { TRUST_LEVELS } from '../../../../server/domain/trust-level.ts';
import { TRUST_LEVEL_WORDS } from '../../../../server/domain/trust-level-words.ts';
import { useAction } from '../../../client/operations.ts';
import { announceDone, announceFailure } from '../../../feedback/announce.ts';
import type { ConnectedApp } from './connected-apps.tsx';

/** How far an app may go, in words; a change counts from its next call on. */
export function TrustChoice({ app }: { app: ConnectedApp }) {
  const setTrust = useAction('connected_apps.set_trust');
  const shown = setTrust.isPending ? setTrust.variables.trust_level : app.trust_level;
  const choose = (value: string) => {
    const level = TRUST_LEVELS.find((name) => name === value);
    if (level === undefined || level === app.trust_level) return;
    setTrust.mutate(
      { id: app.id, trust_level: level },
      {
        onSuccess: () => announceDone(`${app.name}: ${TRUST_LEVEL_WORDS[level].label}.`),
        onError: announceFailure,
      },
    );
  };
  if (!app.scopes.includes('write')) {
    return (
      <Text size="sm">It may only read: it asked for nothing more. To let it write, connect it again.</Text>
    );
  }
  return (
    <NativeSelect
      label="How far it may go"
      description={TRUST_LEVEL_WORDS[shown].description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
      data={TRUST_LEVELS.map((level) => ({ value: level, label: TRUST_LEVEL_WORDS[level].label }))}
      maw={420}
    />
  );
}
