import type { OutputOf } from '../../../server/faces/app/contract.ts';

export type DataState = OutputOf<'diagnostics.read'>['data'];
type Stand = Pick<DataState, 'read_only' | 'damaged' | 'lost' | 'loss'>;

/** How the files of the workspace stand, and what that means for whoever works in it. */
export function dataWords({ read_only: readOnly, damaged, lost, loss }: Stand): {
  title: string;
  meaning: string;
} {
  if (loss === 'accepted')
    return {
      title: 'You go on without what is lost, from the next start',
      meaning: 'It is noted in the folder of the workspace. Until then everything stays as it is.',
    };
  if (readOnly !== null && lost === 0)
    return {
      title: 'Nothing can be changed: the disk did not take a change',
      meaning: `${sentence(readOnly)} Pages can be read. Check the disk that holds the workspace, then start Commonplace again.`,
    };
  if (readOnly !== null && loss === 'final')
    return {
      title: 'Nothing can be changed in this workspace any more',
      meaning:
        'What is lost cannot be gone on without. Export the pages as Markdown files, and import them into a new workspace.',
    };
  if (readOnly !== null)
    return {
      title: `${files(lost)} lost: nothing can be changed until you decide`,
      meaning:
        'Pages can be read, searched and exported. If you have a backup that still holds what is lost, use it; otherwise go on without.',
    };
  if (lost > 0)
    return {
      title: `${files(lost)} lost; everything else works on`,
      meaning:
        loss === 'acceptable'
          ? 'If you have a backup that still holds what is lost, use it; otherwise go on without.'
          : 'A picture is mended by adding the same one again. There is nothing to decide.',
    };
  return {
    title: `${damaged === 1 ? 'One damaged file was' : `${damaged} damaged files were`} put right`,
    meaning: 'Nothing is lost. A disk that damages files once does it again: make a backup.',
  };
}

/** What a check of all files came to. */
export function checkedWords({
  files: { checked, damage },
}: Pick<OutputOf<'workspace.verify'>, 'files'>): string {
  const many = `${checked.toLocaleString()} ${checked === 1 ? 'file' : 'files'}`;
  return damage.length === 0
    ? `${many} checked: all of them are whole.`
    : `${many} checked. What is damaged is under “Your data”.`;
}

/** “3 files”, as a person accepts their loss. */
export function lossCount(count: number): string {
  return count === 1 ? 'one lost file' : `${count} lost files`;
}

function files(count: number): string {
  return count === 1 ? 'One file is' : `${count} files are`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
