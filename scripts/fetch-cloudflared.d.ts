/** A program of one system: the release's file, and the checksums of the program and of the archive around it. */
export interface PinnedProgram {
  asset: string;
  sha256?: string;
  archive_sha256?: string;
}

export interface Pinned {
  version: string;
  /** By system, such as `linux-x64`. */
  programs: Record<string, PinnedProgram>;
}

export function readPinned(): Promise<Pinned>;

/** Fetches and checks the program of a system; answers its path. What was there before stays when this fails. */
export function fetchProgram(options: {
  system: string;
  pinned: Pinned;
  folder?: string;
  download?: (url: string) => Promise<Uint8Array>;
}): Promise<string>;
