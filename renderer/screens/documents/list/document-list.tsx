import { Button, Text } from '@mantine/core';
import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { InputOf } from '../../../../server/faces/app/contract.ts';
import { useOperation } from '../../../client/operations.ts';
import { Page } from '../../../components/page.tsx';
import { Pager } from '../../../components/pager.tsx';
import { EmptyState } from '../../../feedback/empty-state.tsx';
import { Loaded } from '../../../feedback/loaded.tsx';
import { CONNECT_ADDRESS, IMPORT_ADDRESS, NEW_DOCUMENT_ADDRESS } from '../../../routing/addresses.ts';
import { useReader } from '../../../shell/reader.tsx';
import { DocumentFilters, NO_FILTER, type Filter } from './document-filters.tsx';
import { DocumentRows } from './document-rows.tsx';

const SIZE = 25;

/** The documents that the reader may see, newest first, all of them or those of a space. */
export function DocumentList({ space }: { space: string | null }) {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [page, setPage] = useState(1);
  const spaces = useOperation('spaces.list', {});
  const documents = useOperation('documents.list', {
    ...(space !== null && { space }),
    ...asInput(filter),
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  const shown = spaces.data?.items.find(({ slug }) => slug === space);
  const mayWrite = spaces.data?.items.some(({ can_edit: canEdit }) => canEdit) ?? false;
  const isFiltered = filter !== NO_FILTER;
  return (
    <Page
      title={space === null ? 'Documents' : (shown?.name ?? space)}
      {...(shown?.description && { description: shown.description })}
      actions={mayWrite && <NewPage />}
    >
      <DocumentFilters
        filter={filter}
        onChange={(changed) => {
          setFilter(changed);
          setPage(1);
        }}
      />
      <Loaded query={documents}>
        {({ items, total }) => (
          <>
            {items.length > 0 && <DocumentRows documents={items} isSpaceShown={space === null} />}
            {items.length === 0 && isFiltered && (
              <Text c="dimmed" py="xl" ta="center">
                No page fits. Take a filter out.
              </Text>
            )}
            {items.length === 0 && !isFiltered && <NoDocuments mayWrite={mayWrite} />}
            <Pager total={total} size={SIZE} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function asInput({ status, type, tag }: Filter): InputOf<'documents.list'> {
  return {
    ...(status !== null && { status }),
    ...(type !== null && { type }),
    ...(tag.trim() !== '' && { tag: tag.trim() }),
  };
}

function NewPage() {
  return (
    <Button component={Link} href={`~${NEW_DOCUMENT_ADDRESS}`} leftSection={<Plus size={16} aria-hidden />}>
      New page
    </Button>
  );
}

function NoDocuments({ mayWrite }: { mayWrite: boolean }) {
  const { is_local: isLocal } = useReader();
  return (
    <EmptyState
      icon={FileText}
      title="No pages yet"
      actions={
        mayWrite && (
          <>
            {isLocal && (
              <Button component={Link} href={`~${IMPORT_ADDRESS}`} variant="default">
                Import your notes
              </Button>
            )}
            <Button component={Link} href={`~${CONNECT_ADDRESS}`} variant="default">
              Ask your assistant
            </Button>
          </>
        )
      }
    >
      {mayWrite
        ? `Write the first page${isLocal ? ', import an Obsidian vault or a folder of Markdown files,' : ''} or let an assistant write it.`
        : 'As soon as somebody publishes a page that you may read, it is here.'}
    </EmptyState>
  );
}
