import { Button, Group, Select, TextInput } from '@mantine/core';
import { useOperation } from '../../client/operations.ts';
import { ACTIONS, WAYS } from './action-words.ts';
import { ANYTHING, type AuditFilter } from './audit-filter.ts';

/** Narrows the log down by time, person, way in and action. */
export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (changes: Partial<AuditFilter>) => void;
}) {
  const people = useOperation('users.list', {}).data?.items ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="date"
        flex="1 1 130px"
        maw={200}
        label="From"
        value={filter.from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        flex="1 1 130px"
        maw={200}
        label="To"
        value={filter.to}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
      <Choice
        label="Person"
        value={filter.username}
        data={people.map(({ username, name }) => ({ value: username, label: name }))}
        onChange={(username) => onChange({ username })}
      />
      <Choice label="Way in" value={filter.via} data={WAYS} onChange={(via) => onChange({ via })} />
      <Choice
        label="Action"
        value={filter.action}
        data={ACTIONS}
        onChange={(action) => onChange({ action })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(ANYTHING)}>
          {filter.sitting === '' ? 'Clear' : 'Clear (one sitting shown)'}
        </Button>
      )}
    </Group>
  );
}

function Choice({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: string;
  data: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Select
      label={label}
      placeholder="Any"
      flex="1 1 130px"
      maw={200}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      data={data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
