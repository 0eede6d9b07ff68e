import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { advisoriesIn, forbidsShipping, type Advisory } from '../../scripts/packaging/advisories.ts';
import { billOfMaterials } from '../../scripts/packaging/bill-of-materials.ts';
import { thirdPartyNotices } from '../../scripts/packaging/notices.ts';
import { shippedPackages, type ShippedPackage } from '../../scripts/packaging/shipped-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where npm looks when the lockfile names no other place. */
const REGISTRY = 'https://registry.npmjs.org';

/** Licences under which others' work may be part of ours; anything else needs a decision first. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'EPL-2.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that carry their licence as a text only, which was read. */
const READ_BY_HAND = new Map([['khroma', 'MIT']]);

describe('what is shipped of others', () => {
  let packages: ShippedPackage[];
  let names: Set<string>;

  beforeAll(async () => {
    packages = await shippedPackages(root);
    names = new Set(packages.map(({ name }) => name));
  });

  it('is what the server depends on and what the pages bundle, with all that these need', () => {
    for (const name of ['koa', 'cookies', 'oidc-provider', 'react', '@mantine/core', 'mermaid', 'd3-shape'])
      expect(names, name).toContain(name);
  });

  it('is nothing that only builds or tests', () => {
    for (const name of ['vitest', 'vite', 'rolldown', 'electron-builder', 'playwright-core', 'typescript'])
      expect(names, name).not.toContain(name);
  });

  it('is under licences that allow it', () => {
    const refused = packages.filter(({ name, license }) => {
      const choices = (READ_BY_HAND.get(name) ?? license).replaceAll(/[()]/g, '').split(' OR ');
      return !choices.some((choice) => ACCEPTED.has(choice));
    });
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });

  it('is named with its licence in the notices that every package has', async () => {
    const notices = await thirdPartyNotices(packages);
    const koa = packages.find(({ name }) => name === 'koa');
    expect(notices).toContain(`koa ${koa?.version} (MIT)`);
    expect(notices).toContain('Copyright (c) Facebook, Inc.');
    for (const { name, version } of packages) expect(notices).toContain(`\n${name} ${version} (`);
  });

  it('is listed in the bill of materials by address, licence and checksum, with programs beside ours', () => {
    const program = { name: 'cloudflared', version: '2026.9.3', sha256: 'ab'.repeat(32) };
    const bill = billOfMaterials({ name: 'commonplace', version: '1.0.0' }, packages, [program]);
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'commonplace', version: '1.0.0' } },
      components: expect.arrayContaining([
        expect.objectContaining({
          name: '@mantine/core',
          purl: expect.stringMatching(/^pkg:npm\/%40mantine\/core@9\./),
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        }),
        expect.objectContaining({ name: 'dompurify', licenses: [{ expression: '(MPL-2.0 OR Apache-2.0)' }] }),
        expect.objectContaining({
          name: 'cloudflared',
          hashes: [{ alg: 'SHA-256', content: program.sha256 }],
        }),
      ]),
    });
  });

  it('comes from one registry, with a checksum for every archive (security C1)', async () => {
    const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
    };
    for (const [place, { resolved, integrity, link }] of Object.entries(lock.packages)) {
      if (place === '') continue;
      expect(link, place).toBeUndefined();
      expect(integrity, place).toMatch(/^sha512-/);
      expect(new URL(resolved ?? REGISTRY).origin, place).toBe(REGISTRY);
    }
  });
});

describe('a published flaw', () => {
  const now = new Date('2026-11-21T00:00:00Z');
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const shipped = new Set(['node_modules/koa']);
  const flaw: Advisory = {
    name: 'koa',
    places: ['node_modules/koa'],
    severity: 'high',
    title: 'Header injection',
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  };

  it.each([
    ['is high and known for more than seven days', flaw, 8, true],
    ['is critical and known for more than seven days', { ...flaw, severity: 'critical' }, 30, true],
    ['has been known for seven days', flaw, 7, false],
    ['is of moderate severity', { ...flaw, severity: 'moderate' }, 30, false],
    ['is in a tool that nobody installs', { ...flaw, places: ['node_modules/vite'] }, 30, false],
  ])('that %s: %#', (_when, advisory, days, isForbidding) => {
    expect(forbidsShipping(advisory, { shipped, publishedAt: daysAgo(days), now })).toBe(isForbidding);
  });

  it('is read from what npm prints, once for the flawed package and not for those that need it', () => {
    const { name, severity, title, url } = flaw;
    const report = {
      vulnerabilities: {
        koa: { nodes: ['node_modules/koa'], via: [{ name, severity, title, url }] },
        'oidc-provider': { nodes: ['node_modules/oidc-provider'], via: ['koa'] },
      },
    };
    expect(advisoriesIn(report)).toEqual([flaw]);
  });
});
