import { Alert, Button, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { titleSchema } from '../../../server/domain/document.ts';
import { useAction, useOperation } from '../../client/operations.ts';
import { Page } from '../../components/page.tsx';
import { Failure } from '../../feedback/failure.tsx';
import { Loaded } from '../../feedback/loaded.tsx';
import { PlaceFields, type Place } from '../editing/place-fields.tsx';
import { TemplateCard } from './template-card.tsx';

/**
 * `/documents/new`, `/documents/new/in/:space`, `/documents/new/under/:parent`: a title, a place and something to begin
 * with. The page is a draft from the first moment, so that nothing of it can be lost.
 */
export function NewPage() {
  return (
    <Page title="New page" width={880}>
      <Switch>
        <Route path="/under/:parent">{({ parent }) => <NewPageUnder parent={parent} />}</Route>
        <Route path="/in/:space">{({ space }) => <NewPageIn space={space} />}</Route>
        <Route>
          <NewPageIn space={null} />
        </Route>
      </Switch>
    </Page>
  );
}

function NewPageUnder({ parent }: { parent: string }) {
  const above = useOperation('documents.read', { id: parent });
  return (
    <Loaded query={above}>
      {({ document }) => <NewPageForm key={parent} start={{ space: document.space, parent: document.id }} />}
    </Loaded>
  );
}

/** @param space slug; null for the first one that the writer may write in */
function NewPageIn({ space }: { space: string | null }) {
  const spaces = useOperation('spaces.list', {});
  return (
    <Loaded query={spaces}>
      {({ items }) => {
        const editable = items.filter(({ can_edit }) => can_edit);
        const start = editable.find(({ slug }) => slug === space) ?? editable[0];
        if (!start) return <NowhereToWrite />;
        return <NewPageForm key={start.slug} start={{ space: start.slug, parent: null }} />;
      }}
    </Loaded>
  );
}

function NowhereToWrite() {
  return (
    <Alert variant="light" title="There is no space that you may write in">
      Ask an admin for the editor role, or for edit rights in a space.
    </Alert>
  );
}

function NewPageForm({ start }: { start: Place }) {
  const [, navigate] = useLocation();
  const [title, setTitle] = useState('');
  const [place, setPlace] = useState(start);
  const [template, setTemplate] = useState<string | null>(null);
  const templates = useOperation('templates.list', { limit: 100 });
  const create = useAction('documents.create');
  const isReady = titleSchema.safeParse(title).success;

  function submit(): void {
    if (!isReady) return;
    create.mutate(
      { title, space: place.space, parent: place.parent, ...(template !== null && { template }) },
      { onSuccess: ({ document }) => navigate(`~/documents/${document.id}/edit`, { replace: true }) },
    );
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg">
        <TextInput
          label="Title"
          size="md"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever comes here came to type it
          autoFocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PlaceFields place={place} onChange={setPlace} />
        </SimpleGrid>
        <Stack gap="xs">
          <Title order={2} size="h4" id="begin-with">
            Begin with
          </Title>
          <Loaded query={templates}>
            {({ items }) => (
              <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} role="radiogroup" aria-labelledby="begin-with">
                <TemplateCard
                  name="Empty page"
                  description="Nothing but the title."
                  isPicked={template === null}
                  onPick={() => setTemplate(null)}
                />
                {items.map(({ id, name, description }) => (
                  <TemplateCard
                    key={id}
                    name={name}
                    description={description}
                    isPicked={template === id}
                    onPick={() => setTemplate(id)}
                  />
                ))}
              </SimpleGrid>
            )}
          </Loaded>
        </Stack>
        {create.error && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady} loading={create.isPending}>
            Create the draft
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
