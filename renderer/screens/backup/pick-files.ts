import type { ChosenFile } from './chosen-files.ts';

/** What a file input holds: files of a folder know their place in it. */
export function pickedFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    file,
  }));
}

/**
 * What was dropped, folders with all that is in them. To be called while the drop is handled: later the browser has
 * forgotten it.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  // What another program hands over may be a file without a place on the disk.
  const dropped = [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
  const found: ChosenFile[] = [];
  for (const one of dropped) {
    if (one instanceof File) found.push({ path: one.name, file: one });
    else await addEntry(found, one);
  }
  return found;
}

async function addEntry(found: ChosenFile[], entry: FileSystemEntry): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ''), file });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    // A reader answers some at a time, and none when there are no more.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const one of some) await addEntry(found, one);
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
