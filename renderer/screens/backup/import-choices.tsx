import { Select, Switch } from '@mantine/core';
import type { ImportChoices } from './send-files.ts';

type Existing = NonNullable<ImportChoices['existing']>;

const EXISTING: { value: Existing; label: string }[] = [
  { value: 'refuse', label: 'Import nothing and tell me' },
  { value: 'skip', label: 'Leave them as they are, import the others' },
  { value: 'again', label: 'Import them once more' },
];

/** Where imported pages go, and what to do with them. */
export function ImportChoicesFields({
  spaces,
  choices: { space, publish = false, existing = 'refuse' },
  problem,
  onChange,
}: {
  spaces: readonly { slug: string; name: string }[];
  choices: ImportChoices;
  /** Of the space. */
  problem: string | undefined;
  onChange: (more: Partial<ImportChoices>) => void;
}) {
  return (
    <>
      <Select
        label="Into the space"
        data={spaces.map(({ slug, name }) => ({ value: slug, label: name }))}
        allowDeselect={false}
        value={space}
        error={problem}
        onChange={(value) => onChange({ space: value ?? '' })}
      />
      <Select
        label="Pages that are there already"
        data={EXISTING}
        allowDeselect={false}
        value={existing}
        onChange={(value) =>
          onChange({ existing: EXISTING.find((one) => one.value === value)?.value ?? 'refuse' })
        }
      />
      <Switch
        label="Publish the pages"
        description="Those whose file says draft stay drafts."
        checked={publish}
        onChange={(event) => onChange({ publish: event.currentTarget.checked })}
      />
    </>
  );
}
