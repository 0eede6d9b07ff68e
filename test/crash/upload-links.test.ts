import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAttachments } from '../../server/operations/attachments/list.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { readDocument } from '../../server/operations/documents/read.ts';
import { createUploadLink } from '../../server/operations/upload-links/create.ts';
import { listUploadLinks } from '../../server/operations/upload-links/list.ts';
import { seededRandom } from '../bench/corpus.ts';
import { initializeFolder } from '../builders/folder.ts';
import { png } from '../images/pictures.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';

const CYCLES = 12;
const CALLERS = 4;
/** Of one cycle: with those that are sent again, fewer than the page lets one address ask for in a minute. */
const MOST_UPLOADS = 14;

interface LinkFact {
  id: string;
  path: string;
  /** What the picture is called in the text; no two are called alike. */
  alt: string;
  /** Whether the picture was acknowledged or found; otherwise its answer was cut off. */
  isAccepted: boolean;
}

/** "Attach and place and spend in one commit": all of it is there after a crash, or none. */
describe('“0 spent links usable again, 0 duplicate attachments” after kill -9 (security X1)', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commonplace-crash-'));
    await initializeFolder(folder, { username: 'owner' });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it(`${CYCLES} kills while pictures are being sent`, { timeout: 300_000 }, async () => {
    const random = seededRandom(7);
    const found: string[] = [];
    let acknowledged = 0;
    let server = await startServerProcess(folder);
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const { document } = await server.desk.run(createDocument, { space: 'notes', title: `Page ${cycle}` });
      const goal = Math.ceil(random() * (MOST_UPLOADS - CALLERS));
      const facts = await sendUntilKilled(server, document.id, goal);
      acknowledged += facts.filter(({ isAccepted }) => isAccepted).length;
      server = await startServerProcess(folder);
      found.push(...(await contradictions(server, document.id, facts)));
      // Now each link takes a picture if, and only if, it has none yet.
      for (const fact of facts) found.push(...(await sendAgain(server, fact)));
      found.push(...(await contradictions(server, document.id, facts)));
    }
    expect(found).toEqual([]);
    expect(acknowledged).toBeGreaterThan(CYCLES);
    expect(await server.stop()).toBe(0);
  });
});

let serial = 0;

/** Callers send pictures side by side until enough are acknowledged; then the process is killed under their hands. */
async function sendUntilKilled(server: ServerProcess, document: string, goal: number): Promise<LinkFact[]> {
  const facts: LinkFact[] = [];
  let accepted = 0;
  let killed: Promise<void> | undefined;
  const work = async () => {
    while (!killed) {
      const alt = `picture ${(serial += 1)} of many`;
      try {
        const minted = await server.desk.run(createUploadLink, { doc_id: document, alt });
        const path = new URL(minted.upload_url).pathname;
        const fact: LinkFact = { id: minted.upload_link.id, path, alt, isAccepted: false };
        facts.push(fact);
        fact.isAccepted = (await post(server, path)) === 200;
        if (!fact.isAccepted) throw new Error('A picture was refused.');
        accepted += 1;
      } catch (error) {
        if (!killed) throw error;
      }
      if (accepted >= goal) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  await killed;
  return facts;
}

async function post(server: ServerProcess, path: string): Promise<number> {
  const headers = { 'content-type': 'image/png' };
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: new Uint8Array(png()),
    headers,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function sendAgain(server: ServerProcess, fact: LinkFact): Promise<string[]> {
  const status = await post(server, fact.path);
  const isRight = fact.isAccepted ? status === 410 : status === 200;
  const before = fact.isAccepted;
  fact.isAccepted = true;
  return isRight ? [] : [`${fact.alt} accepted: ${before}, and sent again: ${status}`];
}

/** Everything in which the data differs from what was acknowledged, or is half done; what was unknown is known then. */
async function contradictions(server: ServerProcess, document: string, facts: LinkFact[]): Promise<string[]> {
  const { content } = (await server.desk.run(readDocument, { id: document })).document;
  const attached = (await server.desk.run(listAttachments, { doc_id: document, limit: 100 })).items;
  const links = (await server.desk.run(listUploadLinks, { document, state: 'all', limit: 100 })).items;
  return facts.flatMap((fact) => {
    const found = {
      state: links.find(({ id }) => id === fact.id)?.state,
      attachments: attached.filter(({ alt }) => alt === fact.alt).length,
      places: content.split(`![${fact.alt}]`).length - 1,
    };
    const isWhole = found.state === 'used' && found.attachments === 1 && found.places === 1;
    const isAbsent = found.state === 'open' && found.attachments === 0 && found.places === 0;
    const wasAccepted = fact.isAccepted;
    fact.isAccepted = isWhole;
    if (isWhole || (isAbsent && !wasAccepted)) return [];
    return [`${fact.alt} accepted: ${wasAccepted} ${JSON.stringify(found)}`];
  });
}
