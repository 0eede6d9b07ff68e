import { z } from 'zod';

/**
 * How others reach this workspace (decisions §3, "Public address"): not at all; through a Cloudflare quick tunnel, a
 * trial whose address changes at every start; through a named tunnel, whose address stays; at a domain of the owner's
 * own, behind a proxy of theirs.
 */
export const publicAccessModeSchema = z.enum(['off', 'quick_tunnel', 'named_tunnel', 'own_domain']);
export type PublicAccessMode = z.infer<typeof publicAccessModeSchema>;

/** Modes whose address is a host name that the owner gives, and that stays. */
export const MODES_WITH_DOMAIN: ReadonlySet<PublicAccessMode> = new Set(['named_tunnel', 'own_domain']);

const HOST_NAME = /^(?=.{4,253}$)(?:(?!-)[a-z0-9-]{1,63}(?<!-)\.)+(?!-)[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A public host name in lower case, such as `kb.example.com`; empty while there is none. */
export const publicDomainSchema = z
  .string()
  .max(253)
  .refine((name) => name === '' || HOST_NAME.test(name), {
    message: 'must be a host name such as kb.example.com',
  });

/**
 * What a person types or pastes as their domain: with or without `https://`, in any case, with a slash or dot at the
 * end. Addresses that are not reached over https at the usual port are refused.
 */
export const typedDomainSchema = z
  .string()
  .max(300)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https:\/\//, '')
      .replace(/\/$/, '')
      .replace(/\.$/, ''),
  )
  .pipe(publicDomainSchema);
