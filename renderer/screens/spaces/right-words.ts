import type { InputOf } from '../../../server/faces/app/contract.ts';
import type { Member } from './space-members.tsx';

type Right = InputOf<'spaces.set_member'>['right'];

export const RIGHT_CHOICES: { value: Right; label: string }[] = [
  { value: 'default', label: 'Like everybody' },
  { value: 'edit', label: 'Read and edit' },
  { value: 'read', label: 'Read only' },
  { value: 'none', label: 'No access' },
];

/** The right that a choice stands for. */
export function asRight(value: string): Right {
  return RIGHT_CHOICES.find((choice) => choice.value === value)?.value ?? 'default';
}

const SENTENCES: Readonly<Record<Member['right'], string>> = {
  none: 'Does not see this space',
  read: 'Reads',
  edit: 'Reads and edits',
};

/** What somebody may do in a space, all told; the server has weighed role, visibility and what was given by name. */
export function rightSentence({ role, right, given }: Pick<Member, 'role' | 'right' | 'given'>): string {
  if (role === 'admin') return 'Reads and edits, like every admin';
  if (given === 'edit' && right === 'read') return 'Reads; editing needs the editor role';
  return SENTENCES[right];
}
