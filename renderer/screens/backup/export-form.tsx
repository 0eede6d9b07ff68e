import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { announceFailure } from '../../feedback/announce.ts';

const ALL = '';

/** Writes one space, or all, into a ZIP archive on this computer. */
export function ExportForm({
  spaces,
  isRunning,
}: {
  spaces: readonly { slug: string; name: string }[];
  isRunning: boolean;
}) {
  const [space, setSpace] = useState(ALL);
  const start = useAction('markdown_files.export');
  return (
    <Form
      maxWidth={560}
      onSubmit={() => start.mutate(space === ALL ? {} : { space }, { onError: announceFailure })}
    >
      <Select
        label="Export"
        description="Into a ZIP archive in the data folder of this computer."
        data={[
          { value: ALL, label: 'All spaces' },
          ...spaces.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
        allowDeselect={false}
        value={space}
        onChange={(value) => setSpace(value ?? ALL)}
      />
      <Group>
        <Button type="submit" variant="default" loading={start.isPending} disabled={isRunning}>
          Export
        </Button>
      </Group>
    </Form>
  );
}
