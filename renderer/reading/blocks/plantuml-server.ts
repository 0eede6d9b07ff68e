import { useSyncExternalStore } from 'react';

const KEY = 'commonplace.plantuml-server';
const listeners = new Set<() => void>();

/**
 * The server that draws PlantUML for this reader, in this browser; null until one is chosen: a diagram's text leaves
 * the machine only for whom its reader named (decisions, rich blocks; security H3).
 */
export function useRenderServer(): [string | null, (server: string | null) => void] {
  const server = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY));
  return [server, choose];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(server: string | null): void {
  if (server === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, server);
  for (const listener of listeners) listener();
}

/** The address of a render server as it is kept, or undefined for what is none: https, or http on this machine. */
export function readServer(text: string): string | undefined {
  const address = text.trim();
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username, origin, pathname } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  if (username !== '' || !(protocol === 'https:' || (protocol === 'http:' && isLocal))) return undefined;
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PLANTUML = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

/** The address at which a render server draws a diagram (plantuml.com, "PlantUML text encoding"). */
export async function drawingAddress(server: string, source: string): Promise<string> {
  const packed = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '');
  const encoded = Array.from(base64, (character) => PLANTUML.charAt(BASE64.indexOf(character))).join('');
  return `${server}/svg/${encoded}`;
}
