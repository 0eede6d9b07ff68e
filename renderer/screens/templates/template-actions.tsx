import { ActionIcon, Menu, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Ellipsis } from 'lucide-react';
import { useLocation } from 'wouter';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import type { Template } from './template.ts';

/** Hiding and showing; back to the original wording of a built-in one, the end of an own one. */
export function TemplateActions({ template }: { template: Template }) {
  const { id, name, hidden, built_in: isBuiltIn, changed } = template;
  const update = useAction('templates.update');
  const reset = useAction('templates.reset');
  const remove = useAction('templates.delete');
  const [, navigate] = useLocation();

  function toggleHidden(): void {
    const done = hidden ? `“${name}” is offered again.` : `“${name}” is hidden. Pages made with it stay.`;
    update.mutate(
      { template: id, hidden: !hidden },
      { onSuccess: () => announceDone(done), onError: announceFailure },
    );
  }

  function confirmReset(): void {
    modals.openConfirmModal({
      title: `Give “${name}” its original wording?`,
      children: <Text size="sm">What this workspace has changed in it is lost.</Text>,
      labels: { confirm: 'Reset', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        reset.mutate(
          { template: id },
          { onSuccess: () => announceDone('The original wording is back.'), onError: announceFailure },
        ),
    });
  }

  function confirmDelete(): void {
    modals.openConfirmModal({
      title: `Delete “${name}”?`,
      children: <Text size="sm">Pages made with it stay as they are. This cannot be undone.</Text>,
      labels: { confirm: 'Delete', cancel: 'Keep it' },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        remove.mutate(
          { template: id },
          {
            onSuccess: () => {
              announceDone(`“${name}” is deleted.`);
              navigate('/');
            },
            onError: announceFailure,
          },
        ),
    });
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={toggleHidden}>{hidden ? 'Offer again' : 'Hide'}</Menu.Item>
        {isBuiltIn && changed && <Menu.Item onClick={confirmReset}>Reset to the original</Menu.Item>}
        {!isBuiltIn && <Menu.Item onClick={confirmDelete}>Delete</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
