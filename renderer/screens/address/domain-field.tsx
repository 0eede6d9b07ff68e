import { TextInput } from '@mantine/core';

/** The name that the workspace is reached by from outside. */
export function DomainField({
  label,
  description,
  value,
  problem,
  onChange,
}: {
  label: string;
  description?: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label={label}
      description={description}
      placeholder="kb.example.com"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
