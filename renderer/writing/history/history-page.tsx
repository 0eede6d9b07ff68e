import { Button, Grid, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { useHistory } from './use-history.ts';
import { VersionList } from './version-list.tsx';
import { VersionView } from './version-view.tsx';

const PAGE_SIZE = 100;

/** `/documents/:id/history`: every earlier state of a page, to compare and to restore. */
export function HistoryPage() {
  const { id } = useParams<{ id: string }>();
  return <History key={id} id={id} />;
}

function History({ id }: { id: string }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [chosen, setChosen] = useState<number>();
  const document = useOperation('documents.read', { id });
  const versions = useHistory(id, limit);
  const spaces = useOperation('spaces.list', {});
  return (
    <Loaded query={document}>
      {({ document: { title, version: current, space } }) => (
        <Page
          title="History"
          description={title}
          width={1280}
          actions={
            <Button variant="default" size="xs" component={Link} href={`~/documents/${id}`}>
              Back to the page
            </Button>
          }
        >
          <Loaded query={versions}>
            {({ items, total }) => (
              <Grid gap="xl">
                <Grid.Col span={{ base: 12, md: 3 }}>
                  <Stack gap="xs">
                    <VersionList
                      versions={items}
                      current={current}
                      chosen={chosen ?? current}
                      onChoose={setChosen}
                    />
                    {items.length < total && (
                      <Button variant="subtle" size="xs" onClick={() => setLimit(limit + PAGE_SIZE)}>
                        Show older versions
                      </Button>
                    )}
                  </Stack>
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 9 }}>
                  <VersionView
                    documentId={id}
                    versions={items}
                    number={chosen ?? current}
                    current={current}
                    canRestore={
                      spaces.data?.items.some(({ slug, can_edit }) => slug === space && can_edit) ?? false
                    }
                  />
                </Grid.Col>
              </Grid>
            )}
          </Loaded>
        </Page>
      )}
    </Loaded>
  );
}
