import { z } from 'zod';
import { lineSchema } from './text.ts';

/** What a vector may have at most; the largest models in use have 8,192 numbers. */
export const MAX_DIMENSIONS = 8192;

/**
 * Where texts are turned into vectors (specification, "Search"; security S1). Only the owner sets it, and only with
 * it does any text leave the machine: to this address and no other.
 */
export const embeddingsProviderSchema = z.strictObject({
  kind: z.enum(['openai', 'ollama']).describe('openai: POST {url}/embeddings; ollama: POST {url}/api/embed'),
  url: z
    .string()
    .max(500)
    .transform((text) => text.trim().replace(/\/+$/, ''))
    .refine(isProviderUrl, {
      message:
        'must be an https address without a name, password, query or fragment; http only for this machine and private networks',
    })
    .describe('Address of the provider, e.g. https://api.openai.com/v1 or http://127.0.0.1:11434'),
  model: lineSchema(200).describe('Name of the model, as the provider calls it'),
  dimensions: z
    .int()
    .min(8)
    .max(MAX_DIMENSIONS)
    .nullable()
    .default(null)
    .describe('Numbers a vector; null takes what the model gives'),
});

export type EmbeddingsProvider = z.infer<typeof embeddingsProviderSchema>;

/** The setting: off, or one provider. */
export const embeddingsSchema = z
  .union([z.literal('off'), embeddingsProviderSchema])
  .describe('Provider that search by meaning asks; off: nothing leaves this machine');

export type EmbeddingsSetting = z.infer<typeof embeddingsSchema>;

/** A provider's key: visible characters only, because it goes into a header. */
export const embeddingsKeySchema = z
  .string()
  .max(1000)
  .regex(/^[\x21-\x7e]+$/, { message: 'must be one word of plain characters' });

/** A key goes to the place that it was given for and to no other. */
export function originOf(provider: Pick<EmbeddingsProvider, 'url'>): string {
  return new URL(provider.url).origin;
}

function isProviderUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false;
  if (/[?#]/.test(text)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
}

const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|lan|internal|home\.arpa)$|^[a-z0-9-]+$/;
const PRIVATE_IPV4 = /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./;
const PRIVATE_IPV6 = /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** This machine, or one on the owner's own network. `hostname` is as `URL` writes it. */
function isPrivateHost(hostname: string): boolean {
  if (IPV4.test(hostname)) return PRIVATE_IPV4.test(hostname);
  return PRIVATE_NAME.test(hostname) || PRIVATE_IPV6.test(hostname);
}
