import { z } from 'zod';

/** A message of the system's own kind, and where a click on it leads. */
export interface Notice {
  title: string;
  body: string;
  route: string;
}

/** As much of an inbox line as a message needs; the server's own schema says what there is. */
const lineSchema = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string().nullable(),
  cause: z.string().nullable(),
  document_id: z.string().nullable(),
  actor: z.object({ name: z.string() }),
});
const inboxSchema = z.object({ items: z.array(lineSchema) });
type Line = z.infer<typeof lineSchema>;

const linksSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      used_at: z.string().nullable(),
      document: z.object({ id: z.string(), title: z.string() }),
    }),
  ),
});

/** What is worth a message of the system, by the kind of the inbox line; everything else waits in the inbox. */
const WORDS: Readonly<Record<string, (line: Line) => Notice>> = {
  review_requested: ({ actor, subject }) => ({
    title: 'A change waits for your review',
    body: `${actor.name}: ${subject ?? 'a page'}`,
    route: '/review',
  }),
  app_connected: ({ subject }) => ({
    title: 'A new app is connected',
    body: `${subject ?? 'An app'} can now use your workspace. If that was not you, disconnect it.`,
    route: '/account',
  }),
  connection_failed: ({ subject, cause }) => ({
    title: `${subject ?? 'A program'} could not be connected`,
    body: cause ?? 'Diagnostics says what stands in the way.',
    route: '/diagnostics',
  }),
};

/** Messages for inbox lines that nobody was told of before. `told` gets the ids of all. */
export function noticesOfInbox(answer: unknown, told: Set<string>): Notice[] {
  const inbox = inboxSchema.safeParse(answer);
  if (!inbox.success) return [];
  return inbox.data.items
    .filter(({ id }) => !told.has(id))
    .flatMap((line) => {
      told.add(line.id);
      const words = Object.hasOwn(WORDS, line.kind) ? WORDS[line.kind] : undefined;
      return words ? [words(line)] : [];
    });
}

/** Messages for pictures that have come over an upload link, e.g. from the owner's phone. */
export function noticesOfLinks(answer: unknown, told: Set<string>): Notice[] {
  const links = linksSchema.safeParse(answer);
  if (!links.success) return [];
  return links.data.items
    .filter(({ id, used_at: usedAt }) => usedAt !== null && !told.has(id))
    .map(({ id, document }) => {
      told.add(id);
      return {
        title: 'A picture has arrived',
        body: document.title,
        route: `/documents/${document.id}`,
      };
    });
}
