import type { SkippedFile } from '../../domain/markdown-files/import-plan.ts';
import type { ImportReport } from '../../transfer/import-markdown.ts';
import { plural } from './output.ts';

/** So many lines of a list are shown to people; `--json` has all. */
const SHOWN = 10;

/** What an import did, for people. */
export function describeImport(report: ImportReport, space: string, publish: boolean): string {
  const { imported, existing, queued, images, attached } = report;
  const drafts = publish || imported === 0 ? '.' : ' as drafts; import with --publish to publish.';
  return [
    `Imported ${plural(imported, 'page')} into ${space}${drafts}`,
    ...line(existing, (many) => `${plural(existing, 'page')} ${many ? 'were' : 'was'} there already.`),
    ...line(
      queued,
      (many) =>
        `${plural(queued, 'page')} ${many ? 'wait for review before they are' : 'waits for review before it is'} published.`,
    ),
    ...line(attached, () => `${plural(attached, 'image')} came along.`),
    ...line(
      images,
      (many) =>
        `${plural(images, 'image')} ${many ? 'are left as they are' : 'is left as it is'} in the text.`,
    ),
    ...section(
      'Done to the files:',
      report.notes.map(({ note, files }) => `${note} (${plural(files, 'file')})`),
    ),
    ...section('Skipped:', reasons(report.skipped)),
    ...section(
      'Pictures that are missing:',
      report.missing_images.map(({ path, image }) => `${path}: the picture ${image} is missing`),
    ),
    ...section(
      'Links that point nowhere, left as they are:',
      report.dead_links.map(({ path, link }) => `${path}: ${link}`),
    ),
  ].join('\n');
}

function line(count: number, words: (many: boolean) => string): string[] {
  return count === 0 ? [] : [words(count > 1)];
}

/** Files that were skipped for one reason as one line when they are many. */
function reasons(skipped: readonly SkippedFile[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].flatMap(([reason, files]) =>
    files.length > SHOWN
      ? [`${plural(files.length, 'file')}: ${reason}`]
      : files.map(({ path }) => `${path}: ${reason}`),
  );
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more; --json lists all.`] : [];
  return [title, ...lines.slice(0, SHOWN).map((entry) => `  ${entry}`), ...more];
}
