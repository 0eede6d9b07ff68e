import { reachOf, useAddress, useConnectedApps, useWaitingChanges, type Address } from './facts.ts';

/** The state of the workspace in one sentence: “Online at notes.example, 2 apps, 1 change waiting for review”. */
export function StateSentence() {
  const address = useAddress();
  const apps = useConnectedApps();
  const waiting = useWaitingChanges();
  // Said in one go, so that the sentence does not grow word by word.
  if (!address.data || !apps.data || !waiting.data) return '\u00a0';
  return stateSentence(address.data, apps.data.items.length, waiting.data.total);
}

export function stateSentence(
  address: Pick<Address, 'url' | 'is_public'>,
  apps: number,
  waiting: number,
): string {
  return [
    reachOf(address),
    apps === 0 ? 'no app connected yet' : `${apps} ${apps === 1 ? 'app' : 'apps'}`,
    waiting === 0
      ? 'nothing waits for review'
      : `${waiting} ${waiting === 1 ? 'change' : 'changes'} waiting for review`,
  ].join(', ');
}
