import type { ClientConfig } from '../../domain/client-config.ts';

/** How a program is connected, as a person reads it in a terminal: what to know, what to do, what to copy. */
export function describeClientConfig({ title, note, steps, snippets }: ClientConfig): string {
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const copied = snippets.map((snippet) => `${snippet.title}:\n\n${snippet.text}`);
  return [title, note, numbered, ...copied].filter((part) => part !== '').join('\n\n');
}
