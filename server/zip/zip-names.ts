import type { Entry } from 'yauzl';
import { badRequest } from '../errors.ts';

/** What an archive may hold at most (security Z2). Bytes are those of the unpacked files. */
export interface ZipLimits {
  entries: number;
  bytes: number;
  /** How many times longer the files may be than the archive; what is below `freeBytes` is never asked. */
  ratio: number;
  freeBytes: number;
}

const FILE_TYPE = 0o170000;
const PLAIN_FILE = 0o100000;
const FOLDER = 0o040000;
const MADE_ON_UNIX = 3;
const MOST_NAME_BYTES = 1024;
const MOST_PART_BYTES = 255;
const ENCRYPTED = 0x1;
/** Names that Windows keeps for devices, with or without an ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_IN_A_NAME = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/** Collects the entries of an archive and refuses it as soon as one of them is not a plain file in its own place. */
export interface EntryGate {
  /**
   * Whether the entry is a file to be read; folders are not, they come with their files.
   *
   * @throws {AppError} bad_request, payload_too_large
   */
  accepts(entry: Entry): boolean;
}

/** @param archiveBytes length of the whole archive */
export function createEntryGate(archiveBytes: number, limits: ZipLimits): EntryGate {
  const names = new Set<string>();
  const folders = new Set<string>();
  let count = 0;
  let bytes = 0;
  return {
    accepts(entry) {
      count += 1;
      if (count > limits.entries) throw tooLarge(`more than ${limits.entries} files`);
      const { fileName } = entry;
      const isFolder = fileName.endsWith('/');
      const parts = (isFolder ? fileName.slice(0, -1) : fileName).split('/');
      checkName(fileName, parts, count);
      checkKind(entry, isFolder, count);
      const key = parts.join('/').normalize('NFC').toLowerCase();
      if (isFolder) {
        if (names.has(key)) throw unsafe(count, 'has the name of another one');
        folders.add(key);
        return false;
      }
      if (names.has(key) || folders.has(key)) throw unsafe(count, 'has the name of another one');
      names.add(key);
      addFolders(key, count);
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) throw tooLarge(`more than ${Math.floor(limits.bytes / 1e6)} MB of files`);
      if (bytes > limits.freeBytes && bytes > limits.ratio * archiveBytes)
        throw tooLarge(`files ${limits.ratio} times longer than itself`);
      return true;
    },
  };

  /** A file cannot stand where another one needs a folder. */
  function addFolders(key: string, number: number): void {
    for (let at = key.lastIndexOf('/'); at !== -1; at = key.lastIndexOf('/', at - 1)) {
      const folder = key.slice(0, at);
      if (names.has(folder)) throw unsafe(number, 'lies in another file');
      if (folders.has(folder)) return;
      folders.add(folder);
    }
  }
}

function checkName(name: string, parts: readonly string[], number: number): void {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) throw unsafe(number, 'has a name that is too long');
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) throw unsafe(number, 'has an absolute path');
  if (parts.includes('..')) throw unsafe(number, 'leads out of its folder');
  for (const part of parts) {
    const isPlain = part !== '' && part !== '.' && Buffer.byteLength(part) <= MOST_PART_BYTES;
    if (!isPlain || NOT_IN_A_NAME.test(part) || DEVICE.test(part) || /[. ]$/.test(part))
      throw unsafe(number, 'has a name that not every computer can keep');
  }
}

function checkKind(entry: Entry, isFolder: boolean, number: number): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isFromUnix = entry.versionMadeBy >>> 8 === MADE_ON_UNIX;
  if (isFromUnix && type !== 0 && type !== (isFolder ? FOLDER : PLAIN_FILE))
    throw unsafe(number, 'is a link or a device, not a file');
  if (isFolder && entry.uncompressedSize > 0) throw unsafe(number, 'is a folder with content');
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw unsafe(number, 'is encrypted');
  if (!isFolder && !entry.canDecodeFileData()) throw unsafe(number, 'is packed in an unknown way');
}

function unsafe(number: number, problem: string) {
  return badRequest(`The archive is refused: its entry ${number} ${problem}. Nothing was written.`, {
    hint: 'Use an archive that this program or a usual ZIP program has made.',
  });
}

function tooLarge(what: string) {
  return badRequest(`The archive is refused: it holds ${what}. Nothing was written.`, {
    hint: 'Split it into smaller ones.',
  });
}
