import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { FileText, FolderOpen } from 'lucide-react';
import { useRef, useState, type DragEvent, type Ref } from 'react';
import { chosenWords, type Chosen, type ChosenFile } from './chosen-files.ts';
import classes from './choose-files.module.css';
import { droppedFiles, pickedFiles } from './pick-files.ts';

const ACCEPTED = '.zip,.md,.mdx,.markdown,image/*';

/** A ZIP archive, files or a folder: chosen or dropped. */
export function ChooseFiles({
  chosen,
  onChoose,
  onFailure,
}: {
  chosen: Chosen | null;
  onChoose: (files: ChosenFile[]) => void;
  /** What was dropped cannot be read. */
  onFailure: () => void;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function over(event: DragEvent, isNowOver: boolean): void {
    event.preventDefault();
    setOver(isNowOver);
  }

  function drop(event: DragEvent): void {
    over(event, false);
    droppedFiles(event.dataTransfer).then(
      // Text that was dropped is no file.
      (found) => found.length > 0 && onChoose(found),
      onFailure,
    );
  }

  return (
    <Stack
      className={classes['place']}
      data-over={isOver || undefined}
      gap="sm"
      align="center"
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={drop}
    >
      {chosen === null ? (
        <Text size="sm" ta="center">
          Drop a ZIP archive, Markdown files or a folder here.
        </Text>
      ) : (
        <Stack component="output" gap={0} align="center">
          <Text size="sm" fw={500} ta="center" style={{ overflowWrap: 'anywhere' }}>
            {chosen.name}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {chosenWords(chosen)}
          </Text>
        </Stack>
      )}
      <Group gap="xs" justify="center">
        <Button
          size="xs"
          variant="default"
          leftSection={<FileText size={16} aria-hidden />}
          onClick={() => files.current?.click()}
        >
          Choose files…
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<FolderOpen size={16} aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          Choose a folder…
        </Button>
      </Group>
      <VisuallyHidden aria-hidden>
        <FileInput ref={files} onChoose={onChoose} />
        <FileInput ref={folder} isFolder onChoose={onChoose} />
      </VisuallyHidden>
    </Stack>
  );
}

/** The browser's own dialog, opened by a button. */
function FileInput({
  ref,
  isFolder = false,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>;
  isFolder?: boolean;
  onChoose: (files: ChosenFile[]) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      tabIndex={-1}
      multiple
      {...(isFolder ? { webkitdirectory: '' } : { accept: ACCEPTED })}
      aria-label={isFolder ? 'Folder to import' : 'Files to import'}
      onChange={({ currentTarget }) => {
        const picked = pickedFiles(currentTarget.files);
        // The same may be chosen once more, after it was changed.
        currentTarget.value = '';
        if (picked.length > 0) onChoose(picked);
      }}
    />
  );
}
