import { Option, type Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { documentTypeSchema, type DocumentType } from '../../../domain/document.ts';
import { createTemplate } from '../../../operations/templates/create.ts';
import { deleteTemplate } from '../../../operations/templates/delete.ts';
import { listTemplates } from '../../../operations/templates/list.ts';
import { readTemplate } from '../../../operations/templates/read.ts';
import { resetTemplate } from '../../../operations/templates/reset.ts';
import { updateTemplate } from '../../../operations/templates/update.ts';
import type { TemplateView } from '../../../operations/templates/view.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { tableOr } from '../output.ts';
import { readTextFile } from '../text-file.ts';

interface TemplateOptions {
  name?: string;
  description?: string;
  file?: string;
  type?: DocumentType;
  tags?: string;
  hidden?: 'on' | 'off';
}

/** More than a workspace can have. */
const ALL = 100;

export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('what new documents start from');
  addCommand(template, 'list', 'list the templates')
    .option('--hidden', 'hidden ones too')
    .action(onWorkspace(list));
  addCommand(template, 'show <template>', 'print the scaffold of a template').action(onWorkspace(show));
  addFields(addCommand(template, 'add <name>', 'add a template'))
    .requiredOption('--file <file>', 'its scaffold, in Markdown')
    .action(onWorkspace(add));
  addFields(addCommand(template, 'set <template>', 'change, hide or show a template'))
    .option('--file <file>', 'its scaffold, in Markdown')
    .option('--name <name>', 'a new name')
    .addOption(new Option('--hidden <on|off>', 'on: it is not offered any more').choices(['on', 'off']))
    .action(onWorkspace(set));
  addCommand(template, 'remove <template>', 'delete a template of your own').action(onWorkspace(remove));
  addCommand(template, 'reset <template>', 'give a built-in template its wording back').action(
    onWorkspace(reset),
  );
}

function addFields(command: Command): Command {
  return command
    .option('--description <text>', 'what it is for')
    .addOption(new Option('--type <type>', 'type of the documents').choices(documentTypeSchema.options))
    .option('--tags <tags>', 'tags of the documents, with commas between them');
}

async function list(
  { connection, output }: CommandContext,
  { hidden = false }: { hidden?: boolean },
): Promise<void> {
  const templates = await connection.run(listTemplates, { hidden, limit: ALL });
  output.answer(templates, () =>
    tableOr(
      `No templates are offered. Show one with: ${COMMAND} template set NAME --hidden off`,
      ['name', 'type', 'tags', 'origin', 'description'],
      templates.items.map((template) => [
        template.name,
        template.type,
        template.tags.join(', '),
        originOf(template),
        template.description,
      ]),
    ),
  );
}

function originOf({ built_in, changed, hidden }: TemplateView): string {
  const origin = built_in ? (changed ? 'built-in, changed' : 'built-in') : 'own';
  return hidden ? `${origin}, hidden` : origin;
}

async function show({ connection, output }: CommandContext, reference: string): Promise<void> {
  const { template } = await connection.run(readTemplate, { template: reference });
  output.verbatim(template, template.scaffold);
}

async function add(
  { connection, output }: CommandContext,
  name: string,
  { file = '', ...options }: TemplateOptions,
): Promise<void> {
  const scaffold = await readTextFile(file);
  const { template } = await connection.run(createTemplate, { name, scaffold, ...fieldsOf(options) });
  output.answer(template, `Added the template ${template.name}.`);
}

async function set(
  { connection, output }: CommandContext,
  reference: string,
  { name, file, hidden, ...options }: TemplateOptions,
): Promise<void> {
  const { template } = await connection.run(updateTemplate, {
    template: reference,
    ...(name === undefined ? {} : { name }),
    ...(file === undefined ? {} : { scaffold: await readTextFile(file) }),
    ...(hidden === undefined ? {} : { hidden: hidden === 'on' }),
    ...fieldsOf(options),
  });
  output.answer(template, `Changed the template ${template.name}.`);
}

async function remove({ connection, output }: CommandContext, reference: string): Promise<void> {
  const answer = await connection.run(deleteTemplate, { template: reference });
  output.answer(answer, `Deleted the template ${answer.name}. Documents made with it stay.`);
}

async function reset({ connection, output }: CommandContext, reference: string): Promise<void> {
  const { template } = await connection.run(resetTemplate, { template: reference });
  output.answer(template, `The template ${template.name} is as it comes with the program.`);
}

function fieldsOf({ description, type, tags }: TemplateOptions) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(tags === undefined ? {} : { tags: tagsIn(tags) }),
  };
}

/** `a, b` → two tags; the empty text takes all tags away. */
function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
