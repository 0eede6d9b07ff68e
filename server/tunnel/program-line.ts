import { z } from 'zod';
import type { TunnelLogLine } from '../tunnel-ports.ts';

/** What a line of the program's log tells us beyond its words (desktop-shell §2.3). */
export type ProgramNews =
  /** Where it answers questions about itself, such as `http://127.0.0.1:41234`. */
  | { news: 'metrics'; origin: string }
  | { news: 'connected'; protocol: 'quic' | 'http2' | 'unknown' }
  /** One of its connections has ended; whether another is left, only asking tells. */
  | { news: 'disconnected' }
  /** Cloudflare does not accept the tunnel's credentials; the program itself goes on trying for ever. */
  | { news: 'refused' }
  /** The dashboard's settings of the tunnel have changed. */
  | { news: 'configured' };

export interface ProgramLine extends Pick<TunnelLogLine, 'level' | 'message'> {
  /** The program's own time, where it gives one. */
  time: string | null;
  news: ProgramNews | null;
}

const MOST_CHARACTERS = 500;
const METRICS = /^Starting metrics server on (127\.0\.0\.1:\d{1,5})\/metrics$/;
/** Everything below space, C1 controls and what turns text around: a log line is shown to people. */
const CONTROLS = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

const jsonLineSchema = z.looseObject({
  level: z.string().catch('info'),
  message: z.string().catch(''),
  time: z.iso.datetime({ offset: true }).nullable().catch(null).default(null),
  error: z.string().nullable().catch(null).default(null),
  protocol: z.enum(['quic', 'http2']).or(z.literal('unknown')).catch('unknown').default('unknown'),
});

/** Reads one line of the program's standard error. Whatever is no JSON object, such as a crash report, is its words. */
export function readProgramLine(line: string): ProgramLine {
  const parsed = jsonLineSchema.safeParse(parseJson(line));
  if (!parsed.success) return { level: 'info', message: plainWords(line), time: null, news: null };
  const { level, message, time, error, protocol } = parsed.data;
  const words = error === null ? message : `${message}: ${error}`;
  return {
    level: levelOf(level),
    message: plainWords(words),
    time: time === null ? null : new Date(time).toISOString(),
    news: newsOf(message, words, protocol),
  };
}

function newsOf(message: string, words: string, protocol: 'quic' | 'http2' | 'unknown'): ProgramLine['news'] {
  const address = METRICS.exec(message)?.[1];
  if (address !== undefined) return { news: 'metrics', origin: `http://${address}` };
  if (message === 'Registered tunnel connection') return { news: 'connected', protocol };
  if (message === 'Connection terminated' || message === 'Unregistered tunnel connection') {
    return { news: 'disconnected' };
  }
  if (message === 'Updated to new configuration') return { news: 'configured' };
  return /\bUnauthorized\b/.test(words) ? { news: 'refused' } : null;
}

function levelOf(level: string): TunnelLogLine['level'] {
  if (level === 'warn') return 'warn';
  return level === 'error' || level === 'fatal' || level === 'panic' ? 'error' : 'info';
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function plainWords(text: string): string {
  return text.replaceAll(CONTROLS, ' ').trim().slice(0, MOST_CHARACTERS);
}
