import { Button, Group, Modal, Radio, Stack, TagsInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAction, useOperation } from '../../client/operations.ts';
import { announceDone } from '../../feedback/announce.ts';
import { Failure } from '../../feedback/failure.tsx';
import { useReader } from '../../shell/reader.tsx';

/** Assigns a training to people by username, or to everybody who may read the page. */
export function AssignDeck({ deckId, others }: { deckId: string; others: number }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>Assign</Button>
      <Modal opened={isOpen} onClose={close} title="Assign the training">
        {isOpen && <AssignForm deckId={deckId} others={others} onDone={close} />}
      </Modal>
    </>
  );
}

function AssignForm({ deckId, others, onDone }: { deckId: string; others: number; onDone: () => void }) {
  const assign = useAction('training.assign');
  const { is_local: isLocal } = useReader();
  const people = useOperation('users.list', {}, { enabled: isLocal });
  const [isForEveryone, setForEveryone] = useState(false);
  const [usernames, setUsernames] = useState<string[]>([]);

  function onAssign(): void {
    assign.mutate(
      { deck_id: deckId, ...(isForEveryone ? { everyone: true } : { usernames }) },
      {
        onSuccess: ({ assigned, already_assigned: before }) => {
          const who = assigned === 1 ? '1 person has' : `${assigned} people have`;
          announceDone(`${who} it now${before > 0 ? `, ${before} had it before` : ''}.`);
          onDone();
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <Radio.Group
        label="To whom"
        value={isForEveryone ? 'everyone' : 'named'}
        onChange={(value) => setForEveryone(value === 'everyone')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="named" label="People by username" />
          <Radio
            value="everyone"
            label={`Everyone who may read the page (${others} ${others === 1 ? 'does' : 'do'} not have it yet)`}
          />
        </Stack>
      </Radio.Group>
      {!isForEveryone && (
        <TagsInput
          label="Usernames"
          placeholder={usernames.length === 0 ? 'Type one and press Enter' : ''}
          data={people.data?.items.filter(({ disabled }) => !disabled).map(({ username }) => username) ?? []}
          value={usernames}
          onChange={setUsernames}
          acceptValueOnBlur
          // Below it the list would lie over the button.
          comboboxProps={{ position: 'top', middlewares: { flip: false } }}
        />
      )}
      {assign.error && <Failure error={assign.error} />}
      <Group justify="flex-end">
        <Button
          disabled={!isForEveryone && usernames.length === 0}
          loading={assign.isPending}
          onClick={onAssign}
        >
          Assign
        </Button>
      </Group>
    </Stack>
  );
}
