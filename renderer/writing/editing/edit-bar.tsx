import { ActionIcon, Badge, Button, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { ArrowLeft, Ellipsis, History, SlidersHorizontal, Smartphone, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import { isAutosaved, type DraftState } from './draft-session.ts';
import { publishWords } from './publish-dialog.tsx';
import { SaveNote } from './save-note.tsx';
import type { PaneView } from './text-panes.tsx';
import classes from './edit-screen.module.css';

const VIEWS: readonly { value: PaneView; label: string }[] = [
  { value: 'write', label: 'Write' },
  { value: 'both', label: 'Both' },
  { value: 'read', label: 'Preview' },
];

/** Above the text: the way back, whether it is safe, how it is shown, and the one thing to do when it is done. */
export function EditBar({
  draft,
  waits,
  view,
  hasRoom,
  onView,
  onOpen,
  onDiscard,
}: {
  draft: DraftState;
  waits: boolean;
  view: PaneView;
  hasRoom: boolean;
  onView: (view: PaneView) => void;
  onOpen: (what: 'publish' | 'details' | 'phone') => void;
  onDiscard: () => void;
}) {
  const { base, isDirty } = draft;
  const isDraft = isAutosaved(base);
  const page = `~/documents/${base.id}`;
  return (
    <header className={classes['bar']}>
      <Group gap="xs" wrap="nowrap" className={classes['bar-start'] ?? ''}>
        <Tooltip label="Back to the page">
          <ActionIcon
            component={Link}
            href={page}
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            aria-label="Back to the page"
          >
            <ArrowLeft size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Badge variant="default" radius="sm" style={{ flexShrink: 0 }}>
          {isDraft ? 'Draft' : 'Published'}
        </Badge>
        <SaveNote draft={draft} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label="Show"
          data={VIEWS.filter(({ value }) => hasRoom || value !== 'both')}
          value={hasRoom || view !== 'both' ? view : 'write'}
          onChange={(value) => onView(VIEWS.find((row) => row.value === value)?.value ?? 'write')}
        />
        <Tooltip label="Summary, type, tags, place">
          <Button
            size="xs"
            variant="default"
            leftSection={<SlidersHorizontal size={15} aria-hidden />}
            visibleFrom="sm"
            onClick={() => onOpen('details')}
          >
            Details
          </Button>
        </Tooltip>
        <MoreMenu page={page} canDiscard={isDirty && !isDraft} onOpen={onOpen} onDiscard={onDiscard} />
        <Button size="xs" disabled={!isDraft && !isDirty} onClick={() => onOpen('publish')}>
          {publishWords(isDraft, waits).button}
        </Button>
      </Group>
    </header>
  );
}

function MoreMenu({
  page,
  canDiscard,
  onOpen,
  onDiscard,
}: {
  page: string;
  canDiscard: boolean;
  onOpen: (what: 'details' | 'phone') => void;
  onDiscard: () => void;
}) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More">
          <Ellipsis size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<SlidersHorizontal size={15} aria-hidden />}
          hiddenFrom="sm"
          onClick={() => onOpen('details')}
        >
          Details
        </Menu.Item>
        <Menu.Item leftSection={<Smartphone size={15} aria-hidden />} onClick={() => onOpen('phone')}>
          Picture from your phone
        </Menu.Item>
        <Menu.Item leftSection={<History size={15} aria-hidden />} component={Link} href={`${page}/history`}>
          History
        </Menu.Item>
        {canDiscard && (
          <Menu.Item leftSection={<Undo2 size={15} aria-hidden />} color="red" onClick={onDiscard}>
            Discard my changes
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
