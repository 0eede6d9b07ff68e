import { app } from 'electron';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { HIDDEN } from './launch.ts';

/** Whether this build can be started at login: one that is not installed has no lasting place on the computer. */
export function canStartAtLogin(): boolean {
  return app.isPackaged;
}

/** Starts the program, without a window, whenever the person signs in to the computer; or no longer. */
export async function setStartAtLogin(isWanted: boolean): Promise<void> {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isWanted, args: [HIDDEN] });
    return;
  }
  const folder = join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart');
  const file = join(folder, 'commonplace.desktop');
  if (!isWanted) {
    await rm(file, { force: true });
    return;
  }
  await mkdir(folder, { recursive: true });
  // An AppImage runs from a folder that is gone after the next start; its own file stays.
  await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
}

/** A desktop entry for the autostart folder (Desktop Entry Specification, "The Exec key"; Autostart Specification). */
export function autostartEntry(program: string): string {
  const quoted = `"${program.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Commonplace',
    'Comment=Your knowledge base, ready for your assistants',
    // Backslashes are read twice: as a string of the file, then as a part of the command.
    `Exec=${quoted.replaceAll('\\', String.raw`\\`).replaceAll('%', '%%')} ${HIDDEN}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
