import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { announceDone } from '../../feedback/announce.ts';
import { Failure } from '../../feedback/failure.tsx';
import { PublishedPageSelect } from './published-page-select.tsx';
import { deckAddress } from './training-addresses.ts';

/** Makes a training from a published page. */
export function NewDeck() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
        New training
      </Button>
      <Modal opened={isOpen} onClose={close} title="New training">
        {isOpen && <DeckForm />}
      </Modal>
    </>
  );
}

function DeckForm() {
  const create = useAction('training.create_deck');
  const [, navigate] = useLocation();
  const [documentId, setDocumentId] = useState<string | null>(null);
  const [passPercent, setPassPercent] = useState<number | string>(80);
  const [dueDays, setDueDays] = useState<number | string>('');

  function make(): void {
    if (documentId === null) return;
    create.mutate(
      {
        doc_id: documentId,
        pass_percent: Number(passPercent),
        ...(dueDays !== '' && { due_days: Number(dueDays) }),
      },
      {
        onSuccess: ({ deck }) => {
          announceDone(`“${deck.title}” can be assigned now.`);
          navigate(deckAddress(deck.id));
        },
      },
    );
  }

  return (
    <Stack gap="md">
      <PublishedPageSelect value={documentId} onChange={setDocumentId} />
      <Group grow align="flex-start">
        <NumberInput
          label="Needed to pass"
          description="Share of right answers"
          suffix=" %"
          min={1}
          max={100}
          value={passPercent}
          onChange={setPassPercent}
        />
        <NumberInput
          label="Days until due"
          description="Empty: no date"
          min={1}
          value={dueDays}
          onChange={setDueDays}
        />
      </Group>
      {create.error && <Failure error={create.error} />}
      <Group justify="flex-end">
        <Button disabled={documentId === null} loading={create.isPending} onClick={make}>
          Make the training
        </Button>
      </Group>
    </Stack>
  );
}
