import { z } from 'zod';
import type { Store } from '../../ports.ts';
import { damageSchema } from './verify.ts';

/** As many as anybody reads through; what is lost comes first. */
const MOST_SHOWN = 50;

/** What is known of the workspace's files without reading them again. */
export const dataStateSchema = z.object({
  read_only: z
    .string()
    .nullable()
    .describe('Why nothing can be changed at the moment; null while everything can'),
  damaged: z.int().describe('Damaged files found since the start'),
  lost: z.int().describe('Those of them that could not be recovered'),
  damage: z
    .array(
      damageSchema.extend({
        page: z
          .object({ id: z.string(), title: z.string() })
          .nullable()
          .describe('The document that the file belongs to'),
      }),
    )
    .describe(`The first ${MOST_SHOWN}, lost ones before the others`),
  loss: z
    .enum(['none', 'acceptable', 'accepted', 'final'])
    .describe(
      'acceptable: the owner may go on without what is lost; accepted: the next start does; final: nothing mends it here',
    ),
});

export type DataState = z.infer<typeof dataStateSchema>;

/** How the files stand, as the start and whatever was read since then found them. */
export function dataState({
  damage,
  loss,
  readOnlyReason,
  tables,
}: Pick<Store, 'damage' | 'loss' | 'readOnlyReason' | 'tables'>): DataState {
  const lost = damage.filter((report) => report.lost);
  const others = damage.filter((report) => !report.lost);
  return {
    read_only: readOnlyReason,
    damaged: damage.length,
    lost: lost.length,
    damage: [...lost, ...others]
      .slice(0, MOST_SHOWN)
      .map((report) => ({ ...report, page: pageOf(tables, report.file) })),
    loss: loss ? (loss.isAccepted ? 'accepted' : 'acceptable') : lost.length > 0 ? 'final' : 'none',
  };
}

const FILE_OF_PAGE = /^(?:documents|versions)\/(doc_[^/.]+)/;

function pageOf({ documents }: Store['tables'], file: string): { id: string; title: string } | null {
  const document = documents.get(FILE_OF_PAGE.exec(file)?.[1] ?? '');
  return document ? { id: document.id, title: document.title } : null;
}
