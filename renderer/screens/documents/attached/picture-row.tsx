import { Badge, Group, Stack, Text } from '@mantine/core';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { attachmentPath } from '../../../../server/domain/image-name.ts';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { sizeWords } from '../../../components/amounts.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { When } from '../../../components/when.tsx';
import { Who } from '../../../components/who.tsx';
import { WideRow } from '../../../components/wide-row.tsx';
import styles from './attached.module.css';
import { DeletePicture } from './delete-picture.tsx';

export type Attachment = OutputOf<'attachments.list'>['items'][number];

/** One picture of a page: what it is, where it came from, whether the text shows it, and what can be done with it. */
export function PictureRow({
  picture,
  isInText,
  mayDelete,
}: {
  picture: Attachment;
  isInText: boolean;
  mayDelete: boolean;
}) {
  const { name, size, width, height, markdown, created_at: at, created_by: by } = picture;
  return (
    <WideRow>
      <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 280px">
        <Thumbnail picture={picture} />
        <Stack gap={2} miw={0}>
          <Group gap={8}>
            <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {!isInText && (
              <Badge variant="default" size="sm">
                Not in the text
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {sizeWords(size)} · {width} × {height}
          </Text>
          <Text size="sm" c="dimmed">
            Added <When at={at} /> by <Who by={by} />
            {by.via === 'upload' && ' over an upload link'}
          </Text>
        </Stack>
      </Group>
      <Group gap={6} wrap="nowrap">
        <CopyButton value={markdown} what={`of ${name}`} label="Copy Markdown" />
        {mayDelete && <DeletePicture picture={picture} isInText={isInText} />}
      </Group>
    </WideRow>
  );
}

function Thumbnail({ picture }: { picture: Attachment }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={styles['thumbnail']}>
      {isMissing ? (
        <ImageOff size={20} aria-hidden />
      ) : (
        <img
          src={`.${attachmentPath(picture)}`}
          alt={picture.alt}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}
