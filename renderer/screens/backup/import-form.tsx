import { Button, Group, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InputOf } from '../../../server/faces/app/contract.ts';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';

type Existing = NonNullable<InputOf<'markdown_files.import'>['existing']>;

const EXISTING: { value: Existing; label: string }[] = [
  { value: 'refuse', label: 'Import nothing and tell me' },
  { value: 'skip', label: 'Leave them as they are, import the others' },
  { value: 'again', label: 'Import them once more' },
];

/** Brings a folder or a ZIP archive of Markdown files of this computer in. */
export function ImportForm({
  spaces,
  isRunning,
}: {
  spaces: readonly { slug: string; name: string }[];
  isRunning: boolean;
}) {
  const [path, setPath] = useState('');
  const [space, setSpace] = useState(spaces[0]?.slug ?? '');
  const [publish, setPublish] = useState(false);
  const [existing, setExisting] = useState<Existing>('refuse');
  const start = useAction('markdown_files.import');
  const problems = formProblems(start.error, ['path', 'space']);
  return (
    <Form maxWidth={560} onSubmit={() => start.mutate({ path: path.trim(), space, publish, existing })}>
      <TextInput
        label="Import"
        description="Whole path of a folder or a ZIP archive on this computer."
        placeholder="/home/ada/notes.zip"
        value={path}
        error={problems.fields['path']}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Select
        label="Into the space"
        data={spaces.map(({ slug, name }) => ({ value: slug, label: name }))}
        allowDeselect={false}
        value={space}
        error={problems.fields['space']}
        onChange={(value) => setSpace(value ?? '')}
      />
      <Select
        label="Pages that are there already"
        data={EXISTING}
        allowDeselect={false}
        value={existing}
        onChange={(value) => setExisting(EXISTING.find((one) => one.value === value)?.value ?? 'refuse')}
      />
      <Switch
        label="Publish the pages"
        description="Those whose file says draft stay drafts."
        checked={publish}
        onChange={(event) => setPublish(event.currentTarget.checked)}
      />
      <FormProblem of={problems} />
      <Group>
        <Button
          type="submit"
          variant="default"
          loading={start.isPending}
          disabled={isRunning || path.trim() === ''}
        >
          Import
        </Button>
      </Group>
    </Form>
  );
}
