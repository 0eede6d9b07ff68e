import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchableDocument } from '../../../../server/search/searchable-document.ts';
import type { BenchQuery } from '../../search/query-sets.ts';
import type { SearchPeer } from './search-peer.ts';
import { tagLine } from './search-peer.ts';

interface Options {
  tokenizer?: 'unicode61' | 'porter unicode61';
  titleWeight?: number;
  /** Whether all words are asked for, as FTS5 does by default, or any, as the others do. */
  operator?: 'OR' | 'AND';
}

/** SQLite's FTS5 through node:sqlite, ordered by bm25(), which is faster than `ORDER BY rank` here. */
export function createFts5Peer({
  tokenizer = 'porter unicode61',
  titleWeight = 4,
  operator = 'OR',
}: Options = {}): SearchPeer {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-bench-fts5-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = new DatabaseSync(join(folder, 'fts5.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(
    `CREATE VIRTUAL TABLE pages USING fts5(title, tags, content, tokenize = '${tokenizer}', prefix = '4')`,
  );
  const insert = database.prepare('INSERT INTO pages (rowid, title, tags, content) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE pages SET title = ?, tags = ?, content = ? WHERE rowid = ?');
  const best = database.prepare(
    `SELECT rowid, bm25(pages, ${titleWeight}, 1, 1) AS score FROM pages WHERE pages MATCH ? ORDER BY score LIMIT ?`,
  );
  const count = database.prepare('SELECT count(*) AS total FROM pages WHERE pages MATCH ?');
  const ids: string[] = [];
  const rows = new Map<string, number>();
  return {
    build(documents) {
      database.exec('BEGIN');
      for (const document of documents) {
        const row = ids.push(document.id);
        rows.set(document.id, row);
        insert.run(row, ...fields(document));
      }
      database.exec('COMMIT');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    search(query, limit) {
      if (query.kind === 'fuzzy' || query.kind === 'ending') return null;
      const match = asMatch(query, operator);
      const found = best.all(match, limit).map(({ rowid }) => ids[Number(rowid) - 1] ?? '');
      return { ids: found, total: Number(count.get(match)?.['total']) };
    },
    replace(document) {
      update.run(...fields(document), rows.get(document.id) ?? 0);
    },
  };
}

const fields = (document: SearchableDocument) =>
  [document.title, tagLine(document), document.content] as const;

/** Words are quoted, so that nothing in them is an operator. */
function asMatch({ kind, words }: BenchQuery, operator: 'OR' | 'AND'): string {
  if (kind === 'phrase') return `"${words.join(' ')}"`;
  if (kind === 'prefix') return words.map((word) => `"${word}" *`).join(` ${operator} `);
  return words.map((word) => `"${word}"`).join(` ${operator} `);
}
