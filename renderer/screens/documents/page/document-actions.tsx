import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  Copy,
  Ellipsis,
  EyeOff,
  FolderInput,
  History,
  Link2,
  Pencil,
  Printer,
  Smartphone,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { OutputOf } from '../../../../server/faces/app/contract.ts';
import { announceDone } from '../../../feedback/announce.ts';
import { documentAddress } from '../../../routing/addresses.ts';
import { useMayEdit } from './use-may-edit.ts';
import { useTrash } from './use-trash.ts';
import { useUnpublish } from './use-unpublish.ts';
import styles from './document-actions.module.css';

const PhoneUpload = lazy(async () => ({
  default: (await import('../../../writing/editing/phone-upload.tsx')).PhoneUpload,
}));

const MoveDialog = lazy(async () => ({
  default: (await import('../../../writing/moving/move-dialog.tsx')).MoveDialog,
}));

type Document = OutputOf<'documents.read'>['document'];

/** What can be done with a page: one button to edit it for those who may, everything else in a menu. */
export function DocumentActions({ document }: { document: Document }) {
  const { id, space, title, content, url, status } = document;
  const clipboard = useClipboard();
  const trash = useTrash(document);
  const unpublish = useUnpublish(document);
  const [opened, setOpened] = useState<'phone' | 'move' | null>(null);
  const mayEdit = useMayEdit(space);
  const copy = (text: string, done: string) => {
    clipboard.copy(text);
    announceDone(done);
  };
  return (
    <Group gap={6} wrap="nowrap" className={styles['actions'] ?? ''}>
      {mayEdit && (
        <Button
          component={Link}
          href={`~${documentAddress(id)}/edit`}
          leftSection={<Pencil size={15} aria-hidden />}
        >
          Edit
        </Button>
      )}
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More about this page">
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            href={`~${documentAddress(id)}/history`}
            leftSection={<History size={16} aria-hidden />}
          >
            History
          </Menu.Item>
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden />}
            onClick={() => copy(asMarkdown(title, content), 'Copied as Markdown.')}
          >
            Copy as Markdown
          </Menu.Item>
          <Menu.Item
            leftSection={<Link2 size={16} aria-hidden />}
            onClick={() => copy(url, 'Copied the page’s address.')}
          >
            Copy address
          </Menu.Item>
          <Menu.Item leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
            Print
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item
                leftSection={<Smartphone size={16} aria-hidden />}
                onClick={() => setOpened('phone')}
              >
                Picture from a phone
              </Menu.Item>
              <Menu.Item
                leftSection={<FolderInput size={16} aria-hidden />}
                onClick={() => setOpened('move')}
              >
                Move…
              </Menu.Item>
              {status === 'published' && (
                <Menu.Item leftSection={<EyeOff size={16} aria-hidden />} onClick={unpublish}>
                  Unpublish
                </Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={trash}>
                Move to Trash
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {opened === 'phone' && <PhoneUpload documentId={id} onClose={() => setOpened(null)} />}
        {opened === 'move' && <MoveDialog document={document} onClose={() => setOpened(null)} />}
      </Suspense>
    </Group>
  );
}

/** The page as a file would hold it: its title is a heading, unless the text begins with that already. */
function asMarkdown(title: string, content: string): string {
  return /^#[ \t]/.test(content.trimStart()) ? content : `# ${title}\n\n${content}`;
}
