import { Alert, Anchor } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { DIAGNOSTICS_ADDRESS } from '../../routing/addresses.ts';

/** Says that something saved was lost although work goes on; where it does not, every page says so. */
export function DataNotice() {
  const { data } = useOperation('diagnostics.read', {});
  if (!data || data.data.lost === 0 || data.data.read_only !== null) return null;
  const { loss } = data.data;
  return (
    <Alert
      color={loss === 'accepted' ? 'yellow' : 'red'}
      variant="light"
      icon={<TriangleAlert aria-hidden />}
      role="note"
      mb="lg"
      title={
        loss === 'accepted' ? 'Commonplace has to be started again' : 'Something that was saved is damaged'
      }
    >
      {loss === 'accepted'
        ? 'You go on without what was lost from the next start.'
        : 'It could not be recovered. Everything else works on.'}{' '}
      <Anchor component={Link} href={DIAGNOSTICS_ADDRESS} inherit underline="always">
        See what it is
      </Anchor>
    </Alert>
  );
}
