import { Badge, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMemo } from 'react';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { useIsLeaving } from '../../../client/leaving.ts';
import { useOperation } from '../../../client/operations.ts';
import { CallFailed } from '../../../client/transport.ts';
import { When } from '../../../components/when.tsx';
import { Who } from '../../../components/who.tsx';
import { Failure } from '../../../feedback/failure.tsx';
import { MarkdownBody } from '../../../reading/markdown-body.tsx';
import { useDocumentTicks } from '../../../reading/document-ticks.ts';
import { useReadText } from '../../../reading/use-read-text.ts';
import { Attached } from '../attached/attached.tsx';
import { TYPE_NAME } from '../names.ts';
import { DocumentActions } from './document-actions.tsx';
import { DocumentOutline } from './document-outline.tsx';
import { OwnRequest } from './own-request.tsx';
import { PagePath } from './page-path.tsx';
import { RelatedPages } from './related-pages.tsx';
import { useSection } from './use-section.ts';
import styles from './document-page.module.css';

type Read = OutputOf<'documents.read'>;

const ID_PREFIX = 'text-';

/** A document to be read; nothing on it can be changed before Edit is chosen. */
export function DocumentPage({ id, section }: { id: string; section: string | null }) {
  const read = useOperation('documents.read', { id }, { enabled: !useIsLeaving(id) });
  const isGone = read.error instanceof CallFailed && read.error.error.status === 404;
  // What was read before may be another document, or one that somebody has put away since.
  const found = read.data?.document.id === id && !isGone ? read.data : undefined;
  if (found) return <Shown read={found} section={section} />;
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} />;
  return <div className={styles['page']} aria-busy="true" />;
}

function Shown({ read, section }: { read: Read; section: string | null }) {
  const { document, path, sub_pages: subPages, backlinks } = read;
  useDocumentTitle(`${document.title} · Commonplace`);
  const options = useMemo(
    () => ({
      ownOrigins: [location.origin, new URL(document.url).origin],
      idPrefix: ID_PREFIX,
      title: document.title,
    }),
    [document.url, document.title],
  );
  const text = useReadText(document.content, options);
  const ticks = useDocumentTicks(document.id, { isRead: !useIsLeaving(document.id) });
  useSection(section === null ? null : `${ID_PREFIX}${section}`, text);
  const outline = text?.kind === 'elements' ? text.outline : [];
  return (
    <div className={styles['page']}>
      <article className={styles['article']}>
        <PagePath space={document.space} path={path ?? []} />
        <header className={styles['header']}>
          <Group justify="space-between" align="flex-start" gap="sm">
            <Title order={1} className={styles['title'] ?? ''}>
              {document.title}
            </Title>
            <DocumentActions document={document} />
          </Group>
          <Facts document={document} />
          <OwnRequest document={document} />
        </header>
        <DocumentOutline entries={outline} documentId={document.id} idPrefix={ID_PREFIX} place="top" />
        {text && (
          <MarkdownBody
            text={text}
            source={document.content}
            documentId={document.id}
            idPrefix={ID_PREFIX}
            ticks={ticks}
          />
        )}
        {document.content.trim() === '' && <Text c="dimmed">Nothing is written on this page yet.</Text>}
        <RelatedPages title="Pages below" pages={subPages ?? []} />
        <RelatedPages title="Linked from" pages={backlinks ?? []} />
        <Attached document={document} />
      </article>
      <DocumentOutline entries={outline} documentId={document.id} idPrefix={ID_PREFIX} place="aside" />
    </div>
  );
}

function Facts({ document }: { document: Read['document'] }) {
  const { status, type, tags, updated_by: by, updated_at: at, version } = document;
  return (
    <Group gap={8} mt={6} className={styles['facts'] ?? ''}>
      {status === 'draft' && <Badge variant="light">Draft</Badge>}
      <Text size="sm" c="dimmed">
        {TYPE_NAME[type]} · Changed <When at={at} /> by <Who by={by} /> · Version {version}
      </Text>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
