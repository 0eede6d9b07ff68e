import { z } from 'zod';

/** Longest word of ours that is looked at; real ones have about 180 characters. */
const MOST_CHARACTERS = 4_000;
const WORD = /[A-Za-z0-9+/_-]{40,}={0,2}/g;

const contentSchema = z.looseObject({
  a: z.string().min(1).describe('Account'),
  t: z.uuid().describe('Tunnel'),
  s: z.string().min(1).describe('Secret'),
});

/**
 * The token of a tunnel as Cloudflare's dashboard shows it: base64 of a JSON object with account, tunnel and secret. The
 * dashboard wraps it in a command to copy, so whatever stands around it is left out.
 */
export const tunnelTokenSchema = z
  .string()
  .max(MOST_CHARACTERS, { abort: true, message: 'is too long to be the token of a tunnel' })
  .transform((text, context) => {
    const token = (text.match(WORD) ?? []).find(isTunnelToken);
    if (token !== undefined) return token;
    context.addIssue({
      code: 'custom',
      message:
        'is not the token of a tunnel: copy the long text that begins with “eyJ” from the tunnel’s page in Cloudflare’s dashboard',
    });
    return z.NEVER;
  });

function isTunnelToken(word: string): boolean {
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return contentSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).success;
  } catch {
    return false;
  }
}
