import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** The switches of Electron's program by their names in electron-builder.yml (security E5). */
const FUSES = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
};

/** How the program writes that a switch is on: the digit one. */
const ON = 0x31;

/**
 * The switches as they stand in a built program, by the names of electron-builder.yml.
 *
 * @param program the executable; on macOS the `.app`
 */
export async function readFuses(program: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(Object.entries(FUSES).map(([name, index]) => [name, Number(wire[index]) === ON]));
}

/** The switches that do not stand as electron-builder.yml wants them; one sentence each. */
export async function problemsOfFuses(
  program: string,
  wanted: Readonly<Record<string, boolean>>,
): Promise<string[]> {
  const found = await readFuses(program);
  return Object.entries(found)
    .filter(([name, isOn]) => isOn !== wanted[name])
    .map(([name, isOn]) => `The fuse ${name} is ${isOn ? 'on' : 'off'} in the built program.`);
}
