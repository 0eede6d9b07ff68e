import { Card, Stack } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { Section } from '../../components/section.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { ExportForm } from './export-form.tsx';
import { ImportNotes } from './import-notes.tsx';
import { TransferState } from './transfer-state.tsx';

/** The pages as plain Markdown files that every other program reads: out, and in. */
export function MarkdownFiles() {
  const status = useOperation('markdown_files.status', {});
  const spaces = useOperation('spaces.list', {});
  const job = status.data?.job ?? null;
  const isRunning = job?.state === 'running';
  return (
    <Section
      title="Markdown files"
      description="Your pages as plain files, with their pictures, for other programs. People, versions and rights are in backups only."
    >
      <Loaded query={spaces}>
        {({ items }) => (
          <Stack gap="md">
            <Card withBorder padding="lg">
              <Stack gap="lg">
                <ExportForm spaces={items} isRunning={isRunning} />
                {job?.kind === 'export' && <TransferState job={job} />}
              </Stack>
            </Card>
            <Card withBorder padding="lg">
              <ImportNotes />
            </Card>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
