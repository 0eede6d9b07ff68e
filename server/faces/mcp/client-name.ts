import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import type { Credential } from '../../operations/define.ts';

const MAX_LENGTH = 100;
const REMEMBERED = 1000;

/** Names connected programs for the audit log and for version history. A name is a label, never a right. */
export interface ClientNames {
  /**
   * The name that a client gives itself in this message, or gave when it last initialized; else the name under which
   * a person let it in, or the product of its `User-Agent`, or the name of its token; null when there is none of these.
   */
  nameOf(message: unknown, credential: Credential, userAgent: string | undefined): string | null;
}

/**
 * The 2025 revisions say the name once, in `initialize`, and this endpoint keeps no sessions: so the last name
 * for each credential and `User-Agent` is remembered, for as many as memory should hold.
 */
export function createClientNames(): ClientNames {
  const remembered = new LRUCache<string, string>({ max: REMEMBERED });
  return {
    nameOf(message, credential, userAgent) {
      const key = `${'id' in credential ? credential.id : credential.kind} ${userAgent?.slice(0, MAX_LENGTH) ?? ''}`;
      const said = cleanName(nameInMessage(message));
      if (said !== null) remembered.set(key, said);
      return said ?? remembered.get(key) ?? knownName(credential, userAgent);
    },
  };
}

function knownName(credential: Credential, userAgent: string | undefined): string | null {
  if (credential.kind === 'connected_app') return credential.name;
  const product = cleanName(/^[^\s/]+/.exec(userAgent ?? '')?.[0]);
  return product ?? (credential.kind === 'personal_token' ? credential.name : null);
}

/** Where the 2025 revisions say it, in `initialize`, and where 2026-07-28 says it, in every request. */
function nameInMessage(message: unknown): unknown {
  const params = member(message, 'params');
  const info = member(params, 'clientInfo') ?? member(member(params, '_meta'), CLIENT_INFO_META_KEY);
  return member(info, 'name');
}

/** One line of visible characters: line breaks, escape sequences and invisible characters become spaces (security L1). */
function cleanName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, MAX_LENGTH * 10)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MAX_LENGTH).join('').trim() || null;
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
