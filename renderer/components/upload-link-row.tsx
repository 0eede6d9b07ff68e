import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../server/faces/app/contract.ts';
import { useAction } from '../client/operations.ts';
import { announceDone, announceFailure } from '../feedback/announce.ts';
import { counted } from './amounts.ts';
import { WideRow } from './wide-row.tsx';
import { When } from './when.tsx';
import { Who } from './who.tsx';

type UploadLink = OutputOf<'upload_links.list'>['items'][number];

/** Nobody is told when an hour is over: lists of open links ask again this often. */
export const OPEN_LINKS_ANEW_MS = 60_000;

const PLACES: Record<UploadLink['insert'], string> = {
  append: 'A picture for the end of the text',
  top: 'A picture for the top of the text',
  none: 'A picture that stands in no text yet',
};

/** An open upload link: what for, who made it through what, until when it takes a picture, and how to end it. */
export function UploadLinkRow({ link, title }: { link: UploadLink; title?: ReactNode }) {
  const { alt, client, created_at: at, failed_attempts: refused, insert, minted_by: by } = link;
  const place = PLACES[insert];
  const what = alt === '' ? place : `${place}: “${alt}”`;
  return (
    <WideRow>
      <Stack gap={2} miw={0} flex="1 1 280px">
        {title}
        <Text size="sm" {...(title === undefined ? { fw: 550 } : {})} style={{ overflowWrap: 'anywhere' }}>
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          Made <When at={at} /> by <Who by={{ ...by, client }} /> · good until <End at={link.expires_at} />
          {refused > 0 && ` · ${counted(refused, 'file')} refused`}
        </Text>
      </Stack>
      <Revoke link={link} />
    </WideRow>
  );
}

/** The hour of the clock: within an hour it says more than “in 20 minutes” on a page that stays open. */
function End({ at }: { at: string }) {
  const end = new Date(at);
  return (
    <time dateTime={at} title={end.toLocaleString()}>
      {end.toLocaleTimeString(undefined, { timeStyle: 'short' })}
    </time>
  );
}

function Revoke({ link: { id, document, minted_by: by } }: { link: UploadLink }) {
  const revoke = useAction('upload_links.revoke', {
    // The button goes with what is done.
    onDone: () => announceDone('The upload link is revoked.'),
  });
  const ask = () =>
    modals.openConfirmModal({
      title: 'Revoke this upload link?',
      children: `Nobody can send a picture to “${document.title}” on it any more. A revoked link never works again; you can make another.`,
      labels: { confirm: 'Revoke', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => revoke.mutate({ id }, { onError: announceFailure }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      onClick={ask}
      loading={revoke.isPending}
      aria-label={`Revoke the upload link of ${by.name} for ${document.title}`}
    >
      Revoke
    </Button>
  );
}
