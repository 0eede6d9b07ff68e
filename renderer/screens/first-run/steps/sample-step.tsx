import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { BookOpenText, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { useAction, useOperation } from '../../../client/operations.ts';
import { announceFailure } from '../../../feedback/announce.ts';
import { Loaded } from '../../../feedback/loaded.tsx';
import { documentAddress } from '../../../routing/addresses.ts';

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
