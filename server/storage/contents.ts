import { LRUCache } from 'lru-cache';
import { COMMAND } from '../command-name.ts';
import type { DocumentHead, Version } from '../domain/document.ts';
import { AppError } from '../errors.ts';
import type { FiledName } from '../ports.ts';
import { describeProblem, type DamageLog } from './damage-log.ts';
import { errorCode, isPassing, type FileSystem } from './file-system.ts';
import type { Layout } from './layout.ts';
import type { Memory } from './memory.ts';
import { readRecordFile, readVersionFile } from './record-file.ts';
import { keyOf, type AnyRecord } from './records.ts';
import { versionKey, type Unfiled } from './unfiled.ts';
import { trusted } from './trusted.ts';

const CACHE_CHARACTERS = 32 * 1024 * 1024;

/** Texts and versions: what only the journal holds comes first, then the cache, then the file. */
export interface Contents {
  /** The text of a committed record, `''` when there is none. `keep`: whether a text that was read is cached. */
  read(collection: FiledName, id: string, options?: { keep: boolean }): Promise<string>;
  version(documentId: string, number: number): Promise<Version | undefined>;
  /** Reads the file of a record, whatever is cached, and recovers it when it is damaged or does not fit its head. */
  check(collection: FiledName, id: string): Promise<void>;
  /** Forgets a cached text that a commit has replaced. */
  forget(collection: FiledName, id: string): void;
}

export interface ContentsOptions {
  fileSystem: FileSystem;
  layout: Layout;
  memory: Memory;
  unfiled: Unfiled;
  damage: DamageLog;
  /** Journal record up to which changes are applied. */
  appliedSeq(): number;
  /** Whether damaged files may be moved and written anew. */
  writable(): boolean;
}

export function createContents(options: ContentsOptions): Contents {
  const { fileSystem, layout, memory, unfiled, damage } = options;
  const cache = new LRUCache<string, string>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: (content) => content.length + 1,
  });

  async function read(collection: FiledName, id: string, { keep } = { keep: true }): Promise<string> {
    const head = memory.map(collection).get(id);
    if (!head) return '';
    const key = keyOf(collection, id);
    const known = unfiled.records.get(key)?.content ?? cache.get(key);
    if (known !== undefined) return known;
    const content = await readFile(collection, id, head);
    if (isOvertaken(collection, id, head)) return read(collection, id, { keep });
    if (content === undefined) throw unreadable(collection);
    if (keep) cache.set(key, content);
    return content;
  }

  /**
   * Whether the file of a record does not count any more: a commit came while it was looked at, or somebody else has
   * recovered its text.
   */
  function isOvertaken(collection: FiledName, id: string, head: AnyRecord): boolean {
    if (memory.map(collection).get(id) !== head) return true;
    return unfiled.records.get(keyOf(collection, id))?.content !== undefined;
  }

  async function readFile(collection: FiledName, id: string, head: AnyRecord): Promise<string | undefined> {
    try {
      return (await readRecordFile(fileSystem, layout, collection, id)).content;
    } catch (error) {
      if (isPassing(error)) throw error;
      await recoverText(collection, id, head, describeProblem(error));
      return undefined;
    }
  }

  /** The newest version of a document holds the same text as the document itself. */
  async function recoverText(
    collection: FiledName,
    id: string,
    head: AnyRecord,
    problem: string,
  ): Promise<void> {
    const path = layout.record(collection, id);
    const content = collection === 'documents' ? await textOfNewestVersion(id, head) : undefined;
    if (isOvertaken(collection, id, head)) return;
    if (content === undefined) {
      damage.report(path, { problem, action: 'its text could not be recovered', lost: true });
      return;
    }
    // First, so that a commit which comes while the file is moved has the last word.
    unfiled.records.set(keyOf(collection, id), { collection, id, seq: options.appliedSeq(), content });
    if (options.writable()) await damage.setAside(path);
    damage.report(path, { problem, action: 'its text was taken from its newest version', lost: false });
  }

  async function textOfNewestVersion(id: string, head: AnyRecord): Promise<string | undefined> {
    const { version: newest } = trusted<DocumentHead>(head);
    const waiting = unfiled.versions.get(versionKey(id, newest));
    if (waiting) return waiting.content;
    try {
      return (await readVersionFile(fileSystem, layout, id, newest)).content;
    } catch {
      return undefined;
    }
  }

  async function version(documentId: string, number: number): Promise<Version | undefined> {
    const waiting = unfiled.versions.get(versionKey(documentId, number));
    if (waiting) return waiting;
    if (unfiled.purged.has(documentId) || !memory.map('documents').has(documentId)) return undefined;
    try {
      return await readVersionFile(fileSystem, layout, documentId, number);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      if (isPassing(error)) throw error;
      damage.report(layout.version(documentId, number), {
        problem: describeProblem(error),
        action: 'this version could not be recovered; newer and older ones are not touched',
        lost: true,
      });
      throw unreadable('versions');
    }
  }

  async function check(collection: FiledName, id: string): Promise<void> {
    if (unfiled.records.has(keyOf(collection, id))) return;
    const head = memory.map(collection).get(id);
    if (!head) return;
    const problem = await problemOfFile(collection, id, head);
    // Filed meanwhile is as good as changed: what was looked at may be the file of before.
    if (problem !== undefined && !unfiled.records.has(keyOf(collection, id)))
      await recoverText(collection, id, head, problem);
  }

  async function problemOfFile(
    collection: FiledName,
    id: string,
    head: AnyRecord,
  ): Promise<string | undefined> {
    try {
      const { record } = await readRecordFile(fileSystem, layout, collection, id);
      return JSON.stringify(record) === JSON.stringify(head) ? undefined : 'the file does not fit the record';
    } catch (error) {
      if (isPassing(error)) throw error;
      return describeProblem(error);
    }
  }

  return { read, check, version, forget: (collection, id) => void cache.delete(keyOf(collection, id)) };
}

function unreadable(what: FiledName | 'versions'): AppError {
  const name = { documents: 'document', change_requests: 'change request', versions: 'version' }[what];
  return new AppError(
    'unavailable',
    `The text of this ${name} is damaged on disk and could not be recovered.`,
    {
      hint: `At the machine of the workspace “Check all files” under Diagnostics says more, or \`${COMMAND} verify\`.`,
    },
  );
}
