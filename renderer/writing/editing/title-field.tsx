import { TextInput } from '@mantine/core';
import { titleSchema } from '../../../server/domain/document.ts';
import classes from './edit-screen.module.css';

/** The title, as large as readers see it. */
export function TitleField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const isRight = titleSchema.safeParse(value).success;
  return (
    <TextInput
      aria-label="Title"
      placeholder="Title"
      variant="unstyled"
      value={value}
      error={isRight ? undefined : titleProblem(value)}
      classNames={{ root: classes['title'] ?? '', input: classes['title-input'] ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function titleProblem(value: string): string {
  return value.trim() === '' ? 'Give the page a title; until then nothing is saved.' : 'Shorten the title.';
}
