import { Button, Group, Select } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { announceFailure } from '../../feedback/announce.ts';
import { fetchDownload } from './fetch-download.ts';

const ALL = '';

/** Takes one space, or all, out as a ZIP archive: as a download, or into a file where the server runs. */
export function ExportForm({
  spaces,
  isRunning,
}: {
  spaces: readonly { slug: string; name: string }[];
  isRunning: boolean;
}) {
  const [space, setSpace] = useState(ALL);
  const download = useAction('markdown_files.download');
  const save = useAction('markdown_files.export');
  const input = space === ALL ? {} : { space };
  const isStarting = download.isPending || save.isPending;
  const start = () =>
    download.mutate(input, { onSuccess: ({ id }) => fetchDownload(id), onError: announceFailure });
  return (
    <Form maxWidth={560} onSubmit={start}>
      <Select
        label="Export"
        description="As one ZIP archive of Markdown files and pictures."
        data={[
          { value: ALL, label: 'All spaces' },
          ...spaces.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        allowDeselect={false}
        value={space}
        onChange={(value) => setSpace(value ?? ALL)}
      />
      <Group gap="sm">
        <Button
          type="submit"
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          loading={download.isPending}
          disabled={isRunning || isStarting}
        >
          Download
        </Button>
        <Button
          variant="subtle"
          loading={save.isPending}
          disabled={isRunning || isStarting}
          onClick={() => save.mutate(input, { onError: announceFailure })}
        >
          Into the data folder instead
        </Button>
      </Group>
    </Form>
  );
}
