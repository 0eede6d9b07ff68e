import type { MirrorStatus } from '../mirror-ports.ts';
import type { Services } from '../operations/define.ts';
import { manifestStamp, type Manifest, type ManifestStamp } from './manifest.ts';
import { openMirror, prepareMirror } from './mirror-folder.ts';
import { asRefusal, MirrorProblem } from './mirror-problem.ts';
import { runPass, type PassOptions } from './run-pass.ts';

/** As many as anybody reads through. */
const MOST_SHOWN = 100;

export interface MirrorOutcome extends Pick<MirrorStatus, 'files' | 'written_at' | 'set_aside' | 'left_out'> {
  /** Whether something could not be written that another try may. */
  isUnfinished: boolean;
}

/** Work in one folder. */
export interface MirrorWork {
  /** Makes the mirror what the workspace is. Rejects with what is in its way: `describeProblem`. */
  pass(options: Pick<PassOptions, 'isThorough' | 'signal' | 'onProgress'>): Promise<MirrorOutcome>;
}

type MirrorServices = Pick<Services, 'store' | 'views' | 'attachmentFiles' | 'clock' | 'place'>;

export function createMirrorWork(services: MirrorServices, folder: string): MirrorWork {
  /** The list as the last pass left it; read anew after one that has failed. */
  let list: { manifest: Manifest; stamp: ManifestStamp } | undefined;

  const stampNow = () => manifestStamp(folder).catch(() => '');

  return {
    async pass(options) {
      refuseAfterLoss(services);
      const stamp = await stampNow();
      const known = list?.stamp === stamp ? list : undefined;
      const isThorough = options.isThorough || known === undefined;
      const current = isThorough ? { manifest: await openMirror(folder, ownerOf(services)), stamp } : known;
      list = undefined;
      const { isUnfinished } = await runPass({ ...options, services, folder, list: current, isThorough });
      list = current;
      return { isUnfinished, ...summaryOf(current.manifest) };
    },
  };
}

/** What the workspace has lost may be nowhere else but in its mirror. */
function refuseAfterLoss({ store }: MirrorServices): void {
  if (store.readOnlyReason === null) return;
  throw new MirrorProblem(
    'The workspace cannot be written at the moment, and the mirror is left as it is.',
    'If pages are lost, they may be in the mirror still: copy the mirror before you accept a loss. The doctor says what is wrong.',
  );
}

/** What `Mirror.prepare` promises. */
export async function prepareFolder(services: MirrorServices, folder: string): Promise<void> {
  try {
    await prepareMirror(folder, ownerOf(services));
  } catch (error) {
    throw asRefusal(error);
  }
}

function ownerOf({ store, place }: MirrorServices) {
  return { workspace: store.instanceId, dataFolder: place.dataFolder };
}

function summaryOf({ files, setAside, writtenAt }: Manifest): Omit<MirrorOutcome, 'isUnfinished'> {
  const leftOut: MirrorOutcome['left_out'][number][] = [];
  for (const [path, { problem }] of files) if (problem !== undefined) leftOut.push({ path, reason: problem });
  return {
    files: files.size - leftOut.length,
    written_at: writtenAt,
    set_aside: setAside.slice(0, MOST_SHOWN),
    left_out: leftOut.slice(0, MOST_SHOWN),
  };
}
