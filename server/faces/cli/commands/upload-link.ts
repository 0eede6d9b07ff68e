import type { Command } from 'commander';
import { COMMAND } from '../../../command-name.ts';
import { createUploadLink } from '../../../operations/upload-links/create.ts';
import { listUploadLinks } from '../../../operations/upload-links/list.ts';
import { revokeUploadLink } from '../../../operations/upload-links/revoke.ts';
import type { UploadLinkView } from '../../../operations/upload-links/view.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';
import { UsageError } from '../exit-code.ts';
import { shortTime, tableOr } from '../output.ts';
import { remarkReach } from '../reach-remark.ts';

const PLACES = ['append', 'top', 'none'] as const;

interface CreateOptions {
  insert: string;
  alt?: string;
  user?: string;
}

export function addUploadLinkCommands(program: Command): void {
  const link = program
    .command('upload-link')
    .description('links on which a phone sends one picture to a document, without an account')
    .usage('<document> [options] | list | revoke <id>');
  addCommand(link, 'create <document>', 'make a link and its QR code; “create” may be left out', {
    isDefault: true,
  })
    .option('--insert <place>', 'where the picture goes: append, top or none', 'append')
    .option('--alt <text>', 'what the picture shows')
    .option('--user <username>', 'in whose name; the owner of the workspace otherwise')
    .action(onWorkspace(create));
  addCommand(link, 'list', 'list the open links')
    .option('--all', 'those that are over too')
    .option('--document <id>', 'of one document only')
    .action(onWorkspace(list));
  addCommand(link, 'revoke <id>', 'take nothing more on a link').action(onWorkspace(revoke));
}

async function create(
  { connection, output }: CommandContext,
  document: string,
  { insert, alt = '', user }: CreateOptions,
): Promise<void> {
  const place = PLACES.find((one) => one === insert);
  if (place === undefined) throw new UsageError(`--insert must be append, top or none, not “${insert}”.`);
  const input = { doc_id: document, insert: place, alt };
  const { upload_link: link, upload_url } = await connection.run(createUploadLink, input, user);
  output.answer({ ...link, upload_url }, upload_url);
  if (output.json) return;
  output.remark(await qrCode(upload_url));
  output.remark(
    `For one picture to “${link.document.title}”, until ${shortTime(link.expires_at)}. The address is not shown again.`,
  );
  remarkReach(output, upload_url);
}

/** In colours of its own where there is a terminal, so that it can be read on a dark one too. */
async function qrCode(address: string): Promise<string> {
  const { default: qrcode } = await import('qrcode');
  const code = process.stderr.isTTY
    ? await qrcode.toString(address, { type: 'terminal', small: true })
    : await qrcode.toString(address, { type: 'utf8' });
  return `\n${code}`;
}

async function list(
  { connection, output }: CommandContext,
  { all = false, document }: { all?: boolean; document?: string },
): Promise<void> {
  const links = await connection.run(listUploadLinks, {
    state: all ? 'all' : 'open',
    limit: 100,
    ...(document !== undefined && { document }),
  });
  output.answer(links, () =>
    tableOr(
      `No open upload links. Make one with: ${COMMAND} upload-link DOCUMENT`,
      ['id', 'document', 'by', 'created', 'expires', 'state'],
      links.items.map(rowOf),
    ),
  );
}

function rowOf(link: UploadLinkView): string[] {
  return [
    link.id,
    link.document.title,
    link.minted_by.username,
    shortTime(link.created_at),
    shortTime(link.expires_at),
    link.state,
  ];
}

async function revoke({ connection, output }: CommandContext, id: string): Promise<void> {
  const { upload_link: link } = await connection.run(revokeUploadLink, { id });
  output.answer(
    link,
    link.state === 'revoked'
      ? `Revoked ${link.id} (for “${link.document.title}”).`
      : `${link.id} was over already: it is ${link.state}.`,
  );
}
