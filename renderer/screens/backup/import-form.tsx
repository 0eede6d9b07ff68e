import { Button, Group, Input, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/operations.ts';
import { Form } from '../../components/form.tsx';
import { FormProblem } from '../../feedback/form-problem.tsx';
import { formProblems } from '../../feedback/form-problems.ts';
import { ChooseFiles } from './choose-files.tsx';
import { sortChosen, type Chosen } from './chosen-files.ts';
import { ImportChoicesFields } from './import-choices.tsx';
import { useSendFiles, type ImportChoices } from './send-files.ts';

const FROM = [
  { value: 'browser', label: 'Choose files' },
  { value: 'computer', label: 'Give a path' },
];

const UNREADABLE = new Error('What you dropped cannot be read. Choose it with one of the buttons.');

/** Brings Markdown files in: those that somebody chooses, or a folder or archive that lies where the server runs. */
export function ImportForm({
  spaces,
  isRunning,
}: {
  spaces: readonly { slug: string; name: string }[];
  isRunning: boolean;
}) {
  const [from, setFrom] = useState('browser');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [path, setPath] = useState('');
  const [choices, setChoices] = useState<ImportChoices>({
    space: spaces[0]?.slug ?? '',
    publish: false,
    existing: 'refuse',
  });
  const start = useAction('markdown_files.import');
  const send = useSendFiles();
  const isChosen = from === 'browser';
  const refusal = isChosen ? (isUnreadable ? UNREADABLE : send.error) : start.error;
  const problems = formProblems(refusal, ['path', 'space']);
  const isEmpty = isChosen ? !chosen || chosen.sent.length === 0 : path.trim() === '';

  function choose(next: Chosen | null, isFailed = false): void {
    setChosen(next);
    setUnreadable(isFailed);
    send.reset();
  }

  function submit(): void {
    if (!isChosen) start.mutate({ path: path.trim(), ...choices });
    else if (chosen) send.mutate({ chosen, choices });
  }

  return (
    <Form maxWidth={560} onSubmit={submit}>
      <Input.Wrapper
        label="Import"
        description="An Obsidian vault, a folder of Markdown files, or a ZIP archive of one. Pictures come along; pages nest as the folders do."
      >
        <SegmentedControl
          aria-label="Import from"
          mt={6}
          fullWidth
          data={FROM}
          value={from}
          onChange={setFrom}
        />
      </Input.Wrapper>
      {isChosen ? (
        <ChooseFiles
          chosen={chosen}
          onChoose={(files) => choose(sortChosen(files))}
          onFailure={() => choose(null, true)}
        />
      ) : (
        <TextInput
          label="Folder or ZIP archive"
          description="Its whole path on the computer that the workspace lives on."
          placeholder="/home/ada/notes.zip"
          value={path}
          error={problems.fields['path']}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
      )}
      <ImportChoicesFields
        spaces={spaces}
        choices={choices}
        problem={problems.fields['space']}
        onChange={(more) => setChoices({ ...choices, ...more })}
      />
      <FormProblem of={problems} />
      <Group>
        <Button
          type="submit"
          variant="default"
          loading={start.isPending || send.isPending}
          disabled={isRunning || isEmpty}
        >
          Import
        </Button>
      </Group>
    </Form>
  );
}
