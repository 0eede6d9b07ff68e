import { Group, Pagination, Text } from '@mantine/core';

/** Leads through a list that is longer than one page of it; nothing for a short one. */
export function Pager({
  total,
  size,
  page,
  onPage,
}: {
  total: number;
  /** Items of a full page. */
  size: number;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}) {
  if (total <= size) return null;
  const first = (page - 1) * size + 1;
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {first}–{Math.min(total, first + size - 1)} of {total}
      </Text>
      <Pagination
        total={Math.ceil(total / size)}
        value={page}
        onChange={onPage}
        size="sm"
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      />
    </Group>
  );
}
