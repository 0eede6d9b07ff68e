import { ActionIcon, Menu } from '@mantine/core';
import {
  Ellipsis,
  GraduationCap,
  KeyRound,
  Link as LinkIcon,
  LogOut,
  Pencil,
  UserCheck,
  UserX,
} from 'lucide-react';
import type { InputOf } from '../../../server/faces/app/contract.ts';
import { useAction } from '../../client/operations.ts';
import { announceDone, announceFailure } from '../../feedback/announce.ts';
import type { Person, Task } from './people.tsx';

const SIZE = 16;

/** What an admin does for a person now and then. */
export function PersonMenu({ person, onTask }: { person: Person; onTask: (task: Task) => void }) {
  const update = useAction('users.update');
  const endAll = useAction('sessions.end_all');
  const { username, name, disabled, has_password, training_manager } = person;
  const change = (changes: Omit<InputOf<'users.update'>, 'username'>, done: string) =>
    update.mutate(
      { username, ...changes },
      { onSuccess: () => announceDone(done), onError: announceFailure },
    );
  const signOut = () =>
    endAll.mutate(
      { username },
      { onSuccess: () => announceDone(`${name} is signed out everywhere.`), onError: announceFailure },
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" color="gray" aria-label={`More for ${name}`}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Pencil size={SIZE} aria-hidden />}
          onClick={() => onTask({ kind: 'edit', person })}
        >
          Name and email
        </Menu.Item>
        <Menu.Item
          leftSection={<GraduationCap size={SIZE} aria-hidden />}
          onClick={() =>
            change(
              { training_manager: !training_manager },
              training_manager ? `${name} no longer manages training.` : `${name} manages training now.`,
            )
          }
        >
          {training_manager ? 'No longer a training manager' : 'Make a training manager'}
        </Menu.Item>
        {!disabled && (
          <>
            {!has_password && (
              <Menu.Item
                leftSection={<LinkIcon size={SIZE} aria-hidden />}
                onClick={() => onTask({ kind: 'invite again', person })}
              >
                New invitation link
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<KeyRound size={SIZE} aria-hidden />}
              onClick={() => onTask({ kind: 'sign-in code', person })}
            >
              One-time code
            </Menu.Item>
            <Menu.Item leftSection={<LogOut size={SIZE} aria-hidden />} onClick={signOut}>
              Sign out everywhere
            </Menu.Item>
          </>
        )}
        {disabled ? (
          <Menu.Item
            leftSection={<UserCheck size={SIZE} aria-hidden />}
            onClick={() => change({ disabled: false }, `${name} can use the workspace again.`)}
          >
            Enable the account
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<UserX size={SIZE} aria-hidden />}
            onClick={() =>
              change({ disabled: true }, `${name} is disabled: signed out, and all tokens and apps stopped.`)
            }
          >
            Disable the account
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
