import { useOperation } from '../../../client/operations.ts';

/** How busy an app is, as the end of a sentence about it; nothing before that is known. */
export function CallsToday({ id }: { id: string }) {
  const { data } = useOperation('connected_apps.activity', { id, limit: 1 });
  if (!data) return null;
  const { calls_last_day: calls } = data;
  return <> · {calls === 1 ? 'one call' : `${calls.toLocaleString('en')} calls`} in the last 24 hours</>;
}
