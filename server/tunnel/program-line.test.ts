import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';
import { readProgramLine } from './program-line.ts';

function linesOf(chunks: (string | Uint8Array)[]): string[] {
  const lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line));
  for (const chunk of chunks) reader.write(Buffer.from(chunk));
  reader.end();
  return lines;
}

describe('lines of the program', () => {
  const text = '{"message":"größe ✓"}\r\n\n  second  \nlast without end';
  const lines = ['{"message":"größe ✓"}', 'second', 'last without end'];

  it('are the same however the bytes are split, within a character too', () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(linesOf(pieces)).toEqual(lines);
    }
  });

  it('may hold any bytes', () => {
    expect(linesOf([Uint8Array.of(0xff, 0xfe, 0x0a, 0x61)])).toEqual(['\uFFFD\uFFFD', 'a']);
  });

  it('are cut when they never end: a program gone mad does not fill the memory', () => {
    const [line] = linesOf(Array.from({ length: 200 }, () => 'x'.repeat(1024)));
    expect(line).toHaveLength(64 * 1024);
  });
});

describe('what a line tells (desktop-shell §2.3)', () => {
  const line = (fields: object) =>
    readProgramLine(JSON.stringify({ level: 'info', time: '2026-11-01T08:00:00Z', ...fields }));

  it.each<[what: string, fields: object, news: object | null]>([
    [
      'the port of its endpoints',
      { message: 'Starting metrics server on 127.0.0.1:41234/metrics' },
      { news: 'metrics', origin: 'http://127.0.0.1:41234' },
    ],
    ['endpoints that are somewhere else', { message: 'Starting metrics server on 10.0.0.1:1/metrics' }, null],
    [
      'a connection',
      { message: 'Registered tunnel connection', protocol: 'http2', connIndex: 0 },
      { news: 'connected', protocol: 'http2' },
    ],
    [
      'a connection over something new',
      { message: 'Registered tunnel connection', protocol: 'pigeon' },
      { news: 'connected', protocol: 'unknown' },
    ],
    [
      'the end of a connection',
      { level: 'error', message: 'Connection terminated' },
      { news: 'disconnected' },
    ],
    ['its orderly end', { message: 'Unregistered tunnel connection' }, { news: 'disconnected' }],
    ['new rules', { message: 'Updated to new configuration', version: 3 }, { news: 'configured' }],
    [
      'a refusal',
      {
        level: 'error',
        message: 'Register tunnel error from server side',
        error: 'Unauthorized: Tunnel not found',
      },
      { news: 'refused' },
    ],
    ['anything else', { message: 'Retrying connection in up to 1m4s' }, null],
  ])('%s', (_what, fields, news) => {
    expect(line(fields).news).toEqual(news);
  });

  it.each([
    ['debug', 'info'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['fatal', 'error'],
    [17, 'info'],
  ])('level %j is shown as %s', (level, shown) => {
    expect(line({ level, message: 'x' }).level).toBe(shown);
  });

  it('is shown with its error, its time, and without what turns or breaks text', () => {
    expect(line({ message: 'No way\u001b[2J\u202e', error: 'a\nb' })).toMatchObject({
      message: 'No way [2J : a b',
      time: '2026-11-01T08:00:00.000Z',
    });
    expect(line({ message: 'x'.repeat(10_000) }).message).toHaveLength(500);
  });

  it.each([
    'panic: runtime error',
    '[]',
    '"text"',
    '7',
    'null',
    '{"level":',
    '{"message":{},"time":7,"error":[]}',
  ])('no line can break the reader: %s', (text) => {
    expect(readProgramLine(text)).toMatchObject({ level: 'info', time: null, news: null });
  });
});
