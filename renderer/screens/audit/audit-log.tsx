import { Button, Group, Menu, Stack } from '@mantine/core';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../feedback/empty-state.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { ANYTHING, queryOf, type AuditFilter } from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';
import { useAuditExport } from './use-audit-export.ts';

const SIZE = 100;
/** What changes is told at once; what is only read, refused or signed in to is seen by asking. */
const ASK_EVERY_MS = 20_000;

/** Everything that happened, who did it, and through what. */
export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>(ANYTHING);
  /** Where each page of entries begins, by number; the first begins with the newest. */
  const [cursors, setCursors] = useState<readonly number[]>([]);
  const before = cursors.at(-1);
  const query = { ...queryOf(filter), ...(before !== undefined && { before_seq: before }), limit: SIZE };
  const entries = useOperation(
    'audit.list',
    query,
    before === undefined ? { refetchInterval: ASK_EVERY_MS } : {},
  );

  function change(changes: Partial<AuditFilter>): void {
    setFilter({ ...filter, ...changes });
    setCursors([]);
  }

  return (
    <Page
      title="Audit log"
      description="Everything that happened, who did it, and through what. Nothing in it can be changed."
      width={1200}
      actions={<Export filter={filter} />}
    >
      <Stack gap="md">
        <AuditFilters filter={filter} onChange={change} />
        <Loaded query={entries}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState icon={ScrollText} title="Nothing found">
                Nothing like this happened. Choose a longer time or fewer conditions.
              </EmptyState>
            ) : (
              <>
                <AuditTable entries={items} onSitting={(sitting) => change({ sitting })} />
                <Group
                  justify="space-between"
                  display={cursors.length === 0 && items.length < SIZE ? 'none' : undefined}
                >
                  <Button
                    variant="default"
                    size="xs"
                    disabled={cursors.length === 0}
                    onClick={() => setCursors(cursors.slice(0, -1))}
                  >
                    Newer
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={items.length < SIZE}
                    onClick={() => setCursors([...cursors, items.at(-1)?.seq ?? 1])}
                  >
                    Older
                  </Button>
                </Group>
              </>
            )
          }
        </Loaded>
      </Stack>
    </Page>
  );
}

function Export({ filter }: { filter: AuditFilter }) {
  const { count, save } = useAuditExport(filter);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} disabled={count !== null}>
          {count === null ? 'Export' : `Exporting: ${count}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>As CSV, for spreadsheets</Menu.Item>
        <Menu.Item onClick={() => save('json')}>As JSON, for programs</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
