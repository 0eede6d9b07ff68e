import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import {
  documentStatusSchema,
  documentTypeSchema,
  type DocumentStatus,
  type DocumentType,
} from '../../../../server/domain/document.ts';
import { useReader } from '../../../shell/reader.tsx';
import { STATUS_NAME, TYPE_NAME } from '../names.ts';

export interface Filter {
  status: DocumentStatus | null;
  type: DocumentType | null;
  tag: string;
}

export const NO_FILTER: Filter = { status: null, type: null, tag: '' };

const TYPING_MS = 250;

/** What narrows a list of documents. */
export function DocumentFilters({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const { account } = useReader();
  const [tag, setTag] = useState(filter.tag);
  const change = (changed: Partial<Filter>) => onChange(simplified({ ...filter, ...changed }));
  const changeTag = useDebouncedCallback((value: string) => change({ tag: value }), TYPING_MS);
  return (
    <Group gap="sm" mb="md">
      {account.role !== 'viewer' && (
        <Select
          size="xs"
          flex="1 1 100px"
          maw={150}
          aria-label="Status"
          placeholder="Any status"
          clearable
          data={documentStatusSchema.options.map((value) => ({ value, label: STATUS_NAME[value] }))}
          value={filter.status}
          onChange={(value) => change({ status: documentStatusSchema.safeParse(value).data ?? null })}
        />
      )}
      <Select
        size="xs"
        flex="1 1 100px"
        maw={150}
        aria-label="Type"
        placeholder="Any type"
        clearable
        data={documentTypeSchema.options.map((value) => ({ value, label: TYPE_NAME[value] }))}
        value={filter.type}
        onChange={(value) => change({ type: documentTypeSchema.safeParse(value).data ?? null })}
      />
      <TextInput
        size="xs"
        flex="1 1 100px"
        maw={150}
        aria-label="Tag"
        placeholder="Tag"
        value={tag}
        onChange={({ currentTarget: { value } }) => {
          setTag(value);
          changeTag(value);
        }}
      />
    </Group>
  );
}

/** Nothing chosen is the one constant, so that it can be told from something. */
function simplified(filter: Filter): Filter {
  return filter.status === null && filter.type === null && filter.tag.trim() === '' ? NO_FILTER : filter;
}
