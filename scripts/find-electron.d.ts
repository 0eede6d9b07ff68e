/** Where Electron's program is, or why there can be no window. Facts are those of this computer when absent. */
export function findElectron(facts?: {
  env?: Record<string, string | undefined>;
  platform?: string;
  uid?: number | undefined;
  /** Name of the downloaded program; null before the download. */
  programName?: string | null;
}): { program: string } | { reason: string };
