import { useClient } from '../client/client.tsx';

/** Ends the session of this browser and goes where people sign in. Only for those who came in by signing in. */
export function useSignOut(): () => Promise<void> {
  const client = useClient();
  return async () => {
    const { items } = await client.call('sessions.list', {});
    const current = items.find((session) => session.is_current);
    if (current) await client.call('sessions.end', { id: current.id });
    location.replace('./');
  };
}
