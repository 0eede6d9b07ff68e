/** Bundles entries, by name, into a folder. */
export function bundle(options: {
  input: Record<string, string>;
  dir: string;
  external?: string[];
  extension?: 'js' | 'cjs';
  stages?: Record<string, string>;
}): Promise<void>;
