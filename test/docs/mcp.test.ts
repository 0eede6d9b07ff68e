import { describe, expect, it } from 'vitest';
import { tools } from '../../server/faces/mcp/tools/catalog.ts';
import { readRepositoryFile, sectionOf } from './pages.ts';

const page = await readRepositoryFile('docs/mcp.md');

const toolArguments = tools.flatMap(({ name, definition }) =>
  Object.keys(definition.inputSchema.properties ?? {}).map((argument) => ({ name, argument })),
);

describe('docs/mcp.md', () => {
  it('documents the tools that there are, in the order in which clients list them', () => {
    const documented = [...page.matchAll(/^### ([a-z_]+)$/gm)].map(([, name]) => name);
    expect(documented).toEqual(tools.map(({ name }) => name));
  });

  it.each(toolArguments)('documents the argument $argument of $name', ({ name, argument }) => {
    expect(sectionOf(page, `### ${name}`)).toContain(`\`${argument}\``);
  });
});
