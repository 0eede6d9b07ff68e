import { Anchor, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BookOpenText, FolderInput, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { useAction, useOperation } from '../../../client/operations.ts';
import { announceFailure } from '../../../feedback/announce.ts';
import { Loaded } from '../../../feedback/loaded.tsx';
import { documentAddress } from '../../../routing/addresses.ts';
import { ImportNotes } from '../../backup/import-notes.tsx';

const SAMPLE = 'sample';

/** Offers three short pages that show what a page can do, and takes them away again. */
export function SampleStep() {
  const spaces = useOperation('spaces.list', {});
  return (
    <Stack gap="md">
      <Text>
        Three short pages show what a page can hold: callouts, tabs, tables, checklists, diagrams, decision
        trees, videos and more. They stand in a space of their own, and one click takes them away again.
      </Text>
      <Loaded query={spaces}>
        {({ items }) => (items.some(({ slug }) => slug === SAMPLE) ? <SamplePages /> : <AddSample />)}
      </Loaded>
      <OwnNotes />
    </Stack>
  );
}

/** The other way to have something to look at: what the person has written elsewhere. */
function OwnNotes() {
  const [isOpen, { open }] = useDisclosure();
  return (
    <Stack gap="sm" component="section" aria-label="Notes that you have">
      <Title order={2} size="h4">
        Do you have notes already?
      </Title>
      <Text>Bring in an Obsidian vault, a folder of Markdown files or a ZIP archive of one.</Text>
      {isOpen ? (
        <Card withBorder padding="lg">
          <ImportNotes />
        </Card>
      ) : (
        <Group>
          <Button variant="default" leftSection={<FolderInput size={16} aria-hidden />} onClick={open}>
            Import your notes
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function AddSample() {
  const add = useAction('workspace.add_sample');
  return (
    <Group>
      <Button
        variant="light"
        leftSection={<BookOpenText size={16} aria-hidden />}
        loading={add.isPending}
        onClick={() => add.mutate({}, { onError: announceFailure })}
      >
        Add the sample pages
      </Button>
    </Group>
  );
}

function SamplePages() {
  const pages = useOperation('documents.list', { space: SAMPLE, limit: 100 });
  const trash = useAction('documents.trash');
  async function takeAway(ids: readonly string[]): Promise<void> {
    try {
      for (const id of ids) await trash.mutateAsync({ id });
    } catch (error) {
      announceFailure(
        error instanceof Error ? error : new Error('The pages could not be moved to the Trash.'),
      );
    }
  }
  return (
    <Loaded query={pages}>
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed">The sample pages are in the Trash, where they can be restored.</Text>
        ) : (
          <Stack gap="sm">
            <List spacing={4}>
              {items.map(({ id, title }) => (
                <List.Item key={id}>
                  <Anchor component={Link} href={`~${documentAddress(id)}`}>
                    {title}
                  </Anchor>
                </List.Item>
              ))}
            </List>
            <Group>
              <Button
                variant="default"
                size="xs"
                leftSection={<Trash2 size={14} aria-hidden />}
                loading={trash.isPending}
                onClick={() => void takeAway(items.map(({ id }) => id))}
              >
                Take the sample pages away
              </Button>
            </Group>
          </Stack>
        )
      }
    </Loaded>
  );
}
