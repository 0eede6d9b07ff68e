import { printFindings, writeReport, type Suite } from './report.ts';
import { app } from './suites/app.ts';
import { blocking } from './suites/blocking.ts';
import { durableSave } from './suites/durable-save.ts';
import { list } from './suites/list.ts';
import { mcp } from './suites/mcp.ts';
import { readiness } from './suites/readiness.ts';
import { searchHostile } from './suites/search-hostile.ts';
import { searchQuality } from './suites/search-quality.ts';
import { searchService } from './suites/search-service.ts';
import { searchSpeed } from './suites/search-speed.ts';
import { searchVectors } from './suites/search-vectors.ts';
import { signIn } from './suites/sign-in.ts';
import { upload } from './suites/upload.ts';

/**
 * `npm run bench` runs all suites and writes the report; `npm run bench -- NAME` runs one, or all whose names begin
 * so (`search` stands for every `search-…`), and renews their sections.
 */
const suites: readonly Suite[] = [
  durableSave,
  list,
  mcp,
  readiness,
  signIn,
  upload,
  app,
  blocking,
  searchSpeed,
  searchQuality,
  searchService,
  searchHostile,
  searchVectors,
];

const wanted = process.argv[2];
const chosen = suites.filter(
  ({ name }) => wanted === undefined || name === wanted || name.startsWith(`${wanted}-`),
);
if (chosen.length === 0) {
  process.stderr.write(
    `There is no suite ${wanted}. Suites: ${suites.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(2);
}
const sections = [];
for (const suite of chosen) {
  const findings = await suite.run();
  printFindings(suite.title, findings);
  sections.push({ title: suite.title, findings });
}
writeReport(sections, { keepsOthers: wanted !== undefined });
const missed = sections.flatMap(({ findings }) => findings).filter((finding) => !finding.isMet);
process.stdout.write(`\n${missed.length === 0 ? 'All goals met.' : `${missed.length} goals missed.`}\n`);
