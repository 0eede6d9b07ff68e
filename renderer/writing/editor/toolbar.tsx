import { ActionIcon, FileButton, Group, Menu, Tooltip } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  Plus,
  Quote,
  type LucideIcon,
} from 'lucide-react';
import { blockDefinitions } from '../../../server/markdown/blocks/catalog.ts';
import { insertBlock } from './insert-block.ts';
import { insertLink, toggleLines, toggleMarks } from './marks.ts';

const MARKS: readonly { label: string; icon: LucideIcon; run: (view: EditorView) => void }[] = [
  { label: 'Bold', icon: Bold, run: (view) => toggleMarks(view, '**') },
  { label: 'Italic', icon: Italic, run: (view) => toggleMarks(view, '*') },
  { label: 'Code', icon: Code, run: (view) => toggleMarks(view, '`') },
  { label: 'Heading', icon: Heading2, run: (view) => toggleLines(view, '## ') },
  { label: 'List', icon: List, run: (view) => toggleLines(view, '- ') },
  { label: 'Numbered list', icon: ListOrdered, run: (view) => toggleLines(view, '1. ') },
  { label: 'Checklist', icon: ListChecks, run: (view) => toggleLines(view, '- [ ] ') },
  { label: 'Quote', icon: Quote, run: (view) => toggleLines(view, '> ') },
  { label: 'Link', icon: Link2, run: (view) => insertLink(view) },
];

const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/** What can be done to the text with one press. */
export function Toolbar({
  view,
  onPictures,
}: {
  view: EditorView | null;
  onPictures: (pictures: readonly File[]) => void;
}) {
  return (
    <Group gap={2} role="toolbar" aria-label="Formatting" wrap="nowrap" style={{ overflowX: 'auto' }}>
      {MARKS.map(({ label, icon: Icon, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            aria-label={label}
            disabled={!view}
            onClick={() => view && run(view)}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <FileButton accept={PICTURE_TYPES} multiple onChange={onPictures}>
        {(button) => (
          <Tooltip label="Picture">
            <ActionIcon
              variant="subtle"
              color="gray"
              c="var(--mantine-color-text)"
              aria-label="Picture"
              disabled={!view}
              onClick={() => button.onClick()}
            >
              <ImagePlus size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
      <BlockMenu view={view} />
    </Group>
  );
}

function BlockMenu({ view }: { view: EditorView | null }) {
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label="Insert a block"
          disabled={!view}
        >
          <Plus size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        {blockDefinitions.map(({ name, title, syntax }) => (
          <Menu.Item key={name} onClick={() => view && insertBlock(view, syntax)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
