import { describe, expect, it } from 'vitest';
import { oauthRefusalWords } from './oauth-refusal.ts';

describe('why a program was refused: plain words first, what the protocol says behind them', () => {
  it.each([
    [
      "invalid_request (missing required parameter 'code')",
      "something in its request was missing or not right (invalid_request: missing required parameter 'code')",
    ],
    ['invalid_client', 'the workspace does not know it any more (invalid_client)'],
    ['redirect_uris must be https', 'redirect_uris must be https'],
    ['made_up_code (of the library)', 'made_up_code (of the library)'],
  ])('%s', (detail, words) => {
    expect(oauthRefusalWords(detail)).toBe(words);
  });
});
