import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { announceDone } from '../../feedback/announce.ts';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';

/** Chooses the folder of the mirror. */
export function MirrorForm({
  submit,
  onDone,
  onCancel,
}: {
  /** What the button does, as its label. */
  submit: string;
  onDone?: () => void;
  onCancel?: () => void;
}) {
  const [folder, setFolder] = useState('');
  const update = useAction('settings.update');
  const problems = formProblems(update.error, ['markdown_mirror']);

  function save(): void {
    if (folder.trim() === '') return;
    update.mutate(
      { markdown_mirror: folder.trim() },
      {
        onSuccess() {
          announceDone('The mirror is being written.');
          onDone?.();
        },
      },
    );
  }

  return (
    <Form onSubmit={save} maxWidth={560}>
      <TextInput
        label="Folder of the mirror"
        description="A new or empty folder of this computer. Whoever can open it can read every page, drafts and private spaces too."
        placeholder="/home/ada/knowledge"
        value={folder}
        error={problems.fields['markdown_mirror']}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      <FormProblem of={problems} />
      <Group>
        <Button type="submit" variant="default" loading={update.isPending} disabled={folder.trim() === ''}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </Form>
  );
}
