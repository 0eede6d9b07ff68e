import { Badge, Button, Card, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceFailure } from '../../feedback/announce.ts';
import { Loaded } from '../../feedback/loaded.tsx';
import { nameOf, outcomeOf, type UndoItem, type Undoing } from './sitting-words.ts';

/** Shows what taking a sitting back would do, does it, and shows what came of it. */
export function UndoSitting({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [done, setDone] = useState<Undoing | null>(null);
  function close(): void {
    setDone(null);
    onClose();
  }
  return (
    <Modal opened={isOpen} onClose={close} title={done ? 'Taken back' : 'Undo this sitting?'} size="lg">
      {isOpen && (done ? <Result result={done} onClose={close} /> : <Preview id={id} onDone={setDone} />)}
    </Modal>
  );
}

function Preview({ id, onDone }: { id: string; onDone: (result: Undoing) => void }) {
  const preview = useOperation('sittings.undo', { id, dry_run: true });
  const undo = useAction('sittings.undo');

  /** One call takes back as much as one commit holds; the rest follows. */
  async function undoAll(): Promise<void> {
    const items: UndoItem[] = [];
    let result = await undo.mutateAsync({ id });
    items.push(...result.items);
    while (result.remaining > 0) {
      const before = result.remaining;
      result = await undo.mutateAsync({ id });
      items.push(...result.items);
      if (result.remaining >= before) break;
    }
    onDone({ ...result, items });
  }

  return (
    <Loaded query={preview}>
      {({ items, remaining }) => (
        <Stack gap="md">
          <Text size="sm">
            Nothing is changed yet. Pages get a new version, so that this can be taken back, too; what people
            wrote since stays.
          </Text>
          <Items items={items} isPreview />
          {remaining > 0 && (
            <Text size="sm" c="dimmed">
              And {remaining} more pages.
            </Text>
          )}
          <Group justify="flex-end">
            <Button
              loading={undo.isPending}
              disabled={remaining === 0 && items.every(({ outcome }) => outcome === 'kept')}
              onClick={() => void undoAll().catch(announceFailure)}
            >
              Take it back
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

function Result({ result, onClose }: { result: Undoing; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Items items={result.items} isPreview={false} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}

function Items({ items, isPreview }: { items: readonly UndoItem[]; isPreview: boolean }) {
  if (items.length === 0) return <Text c="dimmed">Nothing is left to take back.</Text>;
  return (
    <Stack
      gap="xs"
      mah="50vh"
      style={{ overflowY: 'auto' }}
      tabIndex={0}
      component="section"
      aria-label="What it touched"
    >
      {items.map((item) => (
        <Item key={`${item.type} ${item.id}`} item={item} isPreview={isPreview} />
      ))}
    </Stack>
  );
}

function Item({ item, isPreview }: { item: UndoItem; isPreview: boolean }) {
  const { word, color } = outcomeOf(item, isPreview);
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{nameOf(item)}</Text>
        <Badge variant="dot" color={color}>
          {word}
        </Badge>
      </Group>
      {[...item.did, ...item.left].map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
    </Card>
  );
}
