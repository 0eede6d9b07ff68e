import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createMirror } from '../../server/mirror/create-mirror.ts';
import { UNFINISHED_NAME, MANIFEST_NAME } from '../../server/mirror/manifest.ts';
import type { Mirror } from '../../server/mirror-ports.ts';
import { addAttachment } from '../../server/operations/attachments/add.ts';
import { createDocument } from '../../server/operations/documents/create.ts';
import { updateDocument } from '../../server/operations/documents/update.ts';
import { updateSettings } from '../../server/operations/settings/update.ts';
import { buildWorkspace, type TestWorkspace } from '../builders/workspace.ts';
import { temporaryFolder } from '../cli/command-line.ts';
import { png } from '../images/pictures.ts';
import { createMovableTime, type MovableTime } from '../tunnel/movable-time.ts';
import { PATIENCE } from '../patience.ts';

/** A workspace in memory, a mirror of it on the real disk, and a clock that stands still until a test moves it. */
export interface MirrorWorld {
  workspace: TestWorkspace;
  mirror: Mirror;
  time: MovableTime;
  /** Where data folder and mirror lie beside each other. */
  place: string;
  folder: string;
  at: (path: string) => string;
  /** Paths of all files of the mirror but its list, in order. */
  paths(): Promise<string[]>;
  text(path: string): Promise<string>;
  write(title: string, more?: Record<string, unknown>): Promise<string>;
  change(id: string, changes: Record<string, unknown>): Promise<void>;
  addPicture(id: string, name: string): Promise<string>;
  choose(folder: string): Promise<void>;
  /** Waits until the work that runs is over. */
  settled(): Promise<void>;
  /** Lets so much time pass, and waits until what that has begun is over. */
  pass(milliseconds?: number): Promise<void>;
  /** The program ends and starts again, with the same workspace. */
  restart(): Promise<void>;
}

/** After a change it is written within a second. */
const A_MOMENT = 1_000;

export async function openMirrorWorld(): Promise<MirrorWorld> {
  const place = await temporaryFolder();
  const folder = join(place, 'mirror');
  const data = join(place, 'data');
  await mkdir(data);
  const workspace = buildWorkspace();
  const { services } = workspace;
  services.place = { ...services.place, dataFolder: data };
  const time = createMovableTime();
  let passes = 0;
  services.topics.onAnnounced(() => {
    if (services.mirror.status.state !== 'working') passes += 1;
  });

  function open(): void {
    services.mirror = createMirror(() => services, { time, isServed: true });
    services.mirror.start();
  }
  open();
  onTestFinished(() => services.mirror.close());

  const isSettled = () => services.mirror.status.state !== 'working';
  const settled = () => vi.waitUntil(isSettled, { ...PATIENCE, interval: 5 });

  return {
    workspace,
    get mirror() {
      return services.mirror;
    },
    time,
    place,
    folder,
    at: (path) => join(folder, path),
    paths: () => filesIn(folder),
    text: (path) => readFile(join(folder, path), 'utf8'),
    async write(title, more = {}) {
      const { document } = await workspace.as('admin', createDocument, {
        space: 'handbook',
        title,
        content: `Text of ${title}.`,
        ...more,
      });
      return document.id;
    },
    async change(id, changes) {
      await workspace.as('admin', updateDocument, { id, ...changes });
    },
    async addPicture(id, name) {
      const { attachment } = await workspace.as('admin', addAttachment, {
        doc_id: id,
        data: png().toString('base64'),
        name,
        insert: 'append',
      });
      return attachment.id;
    },
    async choose(chosen) {
      await workspace.as('admin', updateSettings, { markdown_mirror: chosen });
      await time.advance(0);
      await settled();
    },
    settled: async () => void (await settled()),
    async pass(milliseconds = A_MOMENT) {
      const before = passes;
      await time.advance(milliseconds);
      await vi.waitUntil(() => passes > before && isSettled(), { ...PATIENCE, interval: 5 });
    },
    async restart() {
      await services.mirror.close();
      open();
      await time.advance(0);
      await settled();
    },
  };
}

export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== MANIFEST_NAME && path !== UNFINISHED_NAME)
    .toSorted();
}
