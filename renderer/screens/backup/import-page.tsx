import { Anchor, Card, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { FIRST_RUN_ADDRESS } from '../../routing/addresses.ts';
import { ImportNotes } from './import-notes.tsx';

/** The import by itself, for those who come to it with a vault or a folder in hand. */
export function ImportPage() {
  const firstRun = useOperation('first_run.read', {});
  return (
    <Page
      title="Import your notes"
      description="They become pages here. Your files stay as they are."
      width={680}
    >
      <Stack gap="lg">
        <Card withBorder padding="lg">
          <ImportNotes />
        </Card>
        {firstRun.data?.is_open === true && (
          <Anchor component={Link} href={`~${FIRST_RUN_ADDRESS}`} size="sm">
            Go on setting up
          </Anchor>
        )}
      </Stack>
    </Page>
  );
}
