/** A file that somebody edited in the mirror, and that lies beside the one it was. */
export interface SetAside {
  /** Where it lies now, and what it was: paths below the mirror's folder, with `/`. */
  path: string;
  was: string;
  /** RFC 3339. */
  at: string;
}

/** How the Markdown mirror stands. */
export interface MirrorStatus {
  /**
   * `working`: from the start of a server on; `waiting`: something is in the way, which `problem` names; it is tried
   * again by itself.
   */
  state: 'off' | 'working' | 'up_to_date' | 'waiting';
  /** Absolute path; empty when it is off. */
  folder: string;
  /** Files written or removed so far, and in all; of the work that runs. */
  done: number;
  total: number;
  /** Files that the mirror has. */
  files: number;
  /** When it last was as the workspace is, RFC 3339; null when it never was, or nobody has looked yet. */
  written_at: string | null;
  problem: { message: string; hint: string } | null;
  /** Newest first, those that are still there. */
  set_aside: readonly SetAside[];
  /** What could not be written, each with why. */
  left_out: readonly { path: string; reason: string }[];
}

/** Keeps a folder of the owner's choice as Markdown files of the workspace, one way (decisions §3, "Markdown mirror"). */
export interface Mirror {
  readonly status: MirrorStatus;
  /** Begins to keep the folder that the settings name, now and after each change. */
  start(): void;
  /**
   * Makes a folder the mirror of this workspace: makes it, when the one above it is there, and puts the list of files
   * into it. A mirror of this workspace is taken as it is.
   *
   * @throws {AppError} conflict when the folder holds anything else, or lies in or around the data folder; unavailable
   *   when the disk refuses it
   */
  prepare(folder: string): Promise<void>;
  /** Looks at every file and writes those that are not as they should be. Begins; `status` says how far it is. @throws {AppError} */
  writeAgain(): Promise<void>;
  /** Writes what has just changed, if that takes a moment only, and ends. */
  close(): Promise<void>;
}
