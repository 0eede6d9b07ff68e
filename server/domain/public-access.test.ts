import { describe, expect, it } from 'vitest';
import { publicDomainSchema, typedDomainSchema } from './public-access.ts';

describe('a public domain', () => {
  it.each([
    ['kb.example.com', 'kb.example.com'],
    ['KB.Example.COM', 'kb.example.com'],
    ['https://kb.example.com', 'kb.example.com'],
    ['https://kb.example.com/', 'kb.example.com'],
    [' kb.example.com. ', 'kb.example.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-b.c-d.example.com', 'a-b.c-d.example.com'],
    ['', ''],
  ])('typed as %j is %j', (typed, domain) => {
    expect(typedDomainSchema.parse(typed)).toBe(domain);
    expect(publicDomainSchema.parse(domain)).toBe(domain);
  });

  it.each([
    'http://kb.example.com',
    'https://kb.example.com/notes',
    'https://kb.example.com:8443',
    'kb.example.com:443',
    'ada@kb.example.com',
    'kb',
    'localhost',
    '192.168.1.20',
    '[::1]',
    '-kb.example.com',
    'kb-.example.com',
    'kb..example.com',
    'kb example.com',
    'kb.example.com\u0000',
    'bücher.example',
    '*.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is none', (typed) => {
    const { error } = typedDomainSchema.safeParse(typed);
    expect(error?.issues.length).toBeGreaterThan(0);
  });
});
