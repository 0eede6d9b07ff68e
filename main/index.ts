import { app } from 'electron';
import { homedir } from 'node:os';
import { parseConfig, type Config } from '../server/config.ts';
import { registerAppScheme } from './app-protocol.ts';
import { endOnFaults, keepDumpsHere, noteChildProcesses } from './crash.ts';
import { routeOfLink } from './deep-link.ts';
import { readLaunch, type Launch } from './launch.ts';
import { openLogFile, type LogFile } from './log-file.ts';
import { guardPages } from './navigation-guard.ts';
import { logPath, useOwnProfile } from './profile.ts';
import { openShell, type Shell } from './shell.ts';
import { claimInstance, claimLinks } from './single-instance.ts';
import { endWithProblem } from './start-problem.ts';

/** The program's own words: after its name, and in development after the folder that Electron was told to run. */
const launch = readLaunch(process.argv.slice(app.isPackaged ? 1 : 2));
let shell: Shell | undefined;
/** A link that came before there was a window to show it. */
let waitingLink = launch.link;

// Every page of this program, whatever it is made with.
app.enableSandbox();
keepDumpsHere();
registerAppScheme();
useOwnProfile();
if (claimInstance(follow)) run(launch).catch(() => app.exit(1));
else app.quit();

/** Somebody started the program again, or followed a link to it. */
function follow(link: string | undefined): void {
  if (shell) shell.show(link === undefined ? undefined : routeOfLink(link));
  else waitingLink = link ?? waitingLink;
}

async function run({ flags, isHidden }: Launch): Promise<void> {
  let file: LogFile | undefined;
  try {
    const config = readConfig(flags);
    file = openLogFile(logPath(), config.logLevel, app.isPackaged ? undefined : process.stderr);
    const { log, close } = file;
    endOnFaults(log, close);
    noteChildProcesses(log);
    guardPages(log);
    await app.whenReady();
    claimLinks();
    shell = await openShell(config, file, isHidden || isLoginStart());
    const route = waitingLink === undefined ? undefined : routeOfLink(waitingLink);
    if (route !== undefined) shell.show(route);
  } catch (error) {
    file?.log.fatal({ err: error }, 'the program could not start');
    await app.whenReady();
    await endWithProblem(error, file?.path);
  }
}

function readConfig(flags: Launch['flags']): Config {
  return parseConfig({ flags, env: process.env, platform: process.platform, home: homedir() });
}

/** macOS says it in its own way; elsewhere our own word stands among the arguments. */
function isLoginStart(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
