import { describe, expect, test } from 'vitest';
import { cleanAppName, isHostOf, knownAppIn } from './app-name.ts';

describe('"name as text ≤ 64 characters without bidi, control, newline" (security O6)', () => {
  test.each([
    ['Claude', 'Claude'],
    ['  My \t app\r\n', 'My app'],
    ['a\u202eb\u2066c\u200bd\ufeffe', 'a b c d e'],
    ['a\u0000b\u001b[31mc\u0085d', 'a b [31mc d'],
    ['line\u2028two\u2029three', 'line two three'],
    ['tag\u{e0041}\u{e007f}ged', 'tag ged'],
    ['\u115f\u3164\u2800\uffa0', 'An unnamed app'],
    ['', 'An unnamed app'],
    ['\ud800', 'An unnamed app'],
    ['<b>bold</b>', '<b>bold</b>'],
    ['日本語アプリ', '日本語アプリ'],
    [`a${'\u0301'.repeat(50)}b`, `á\u0301\u0301b`],
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanAppName(name)).toBe(shown);
  });

  test('a long name is cut between characters, however many there are', () => {
    expect(cleanAppName('x'.repeat(1_000_000))).toBe(`${'x'.repeat(63)}…`);
    expect(Array.from(cleanAppName('🦉'.repeat(100)))).toHaveLength(64);
    expect(cleanAppName('x'.repeat(64))).toHaveLength(64);
  });
});

describe('"names equal or confusable to known assistants or to this product get a stronger warning"', () => {
  test.each([
    ['Claude', 'Claude'],
    ['claude code', 'Claude'],
    ['С\u04cfаudе', 'Claude'],
    ['CIaude', 'Claude'],
    ['C l a u d e', 'Claude'],
    ['Ｃｌａｕｄｅ', 'Claude'],
    ['Cláüdé', 'Claude'],
    ['Clau-de by Anthroplc', 'Claude'],
    ['Chat GPT', 'ChatGPT'],
    ['ChαtGPT', 'ChatGPT'],
    ['0penAI', 'ChatGPT'],
    ['Cursοr', 'Cursor'],
    ['VS Code', 'Visual Studio Code'],
    ['GitHub Copi1ot', 'Visual Studio Code'],
    ['Cornmonplace', 'Commonplace'],
    ['Commonplace Admin', 'Commonplace'],
    ['Grok', 'Grok'],
    ['my grok helper', 'Grok'],
    ['6r0k', 'Grok'],
    ['ClaudeCode', 'Claude'],
    ['claudecode', 'Claude'],
    ['claude-desktop', 'Claude'],
    ['MyClaudeApp', 'Claude'],
    ['AIClaude', 'Claude'],
    ['Claude!', 'Claude'],
    ['(Claude)', 'Claude'],
    ['Claude2', 'Claude'],
    ['ChatGPT4', 'ChatGPT'],
    ['Claude’s', 'Claude'],
    ['CLAUDE', 'Claude'],
    ['新Claude', 'Claude'],
    ['𠮷claude', 'Claude'],
    ['𝕮𝖑𝖆𝖚𝖉𝖊', 'Claude'],
  ])('%s looks like %s', (name, known) => {
    expect(knownAppIn(cleanAppName(name))?.name).toBe(known);
  });

  test.each([
    'ngrok',
    'Ngrok',
    'NGROK',
    'ngrok tunnel',
    'Precursor',
    'Excursor',
    'Claudette',
    'Inc Laude',
    'Microsofties',
    'My notes',
    'Zapier',
    'n8n',
    'Home Assistant',
    'An unnamed app',
    '日本語アプリ',
  ])('%s looks like none', (name) => {
    expect(knownAppIn(name)).toBeUndefined();
  });

  test.each([
    ['claude.ai', true],
    ['api.claude.com', true],
    ['claude.ai:8443', true],
    ['claude.ai.evil.example', false],
    ['notclaude.ai', false],
    ['xn--clude-5ve.ai', false],
  ])('%s is an address of Claude: %s', (host, expected) => {
    expect(isHostOf({ name: 'Claude', hosts: ['claude.ai', 'claude.com'] }, host)).toBe(expected);
  });
});
