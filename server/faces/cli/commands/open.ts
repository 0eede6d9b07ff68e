import type { Command } from 'commander';
import { openApp } from '../../../operations/launch/open-app.ts';
import { addCommand, onWorkspace, type CommandContext } from '../command.ts';

export function addOpenCommand(program: Command): void {
  addCommand(program, 'open', 'print an address that opens the app at this machine, once').action(
    onWorkspace(open),
  );
}

async function open({ connection, output }: CommandContext): Promise<void> {
  const answer = await connection.run(openApp, {});
  output.answer(answer, () => answer.url);
  output.remark('It opens the app once, within ten minutes, as the owner of the workspace.');
}
