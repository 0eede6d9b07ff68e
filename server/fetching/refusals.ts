import { AppError, badRequest } from '../errors.ts';

/** Every refusal says what was wrong in words of ours: nothing that another server sent is ever repeated. */

const PUBLIC_ADDRESS = 'Use an address that anybody can open in a browser without signing in.';

export const notAnAddress = () =>
  badRequest('The URL is not an address that can be fetched.', {
    hint: 'Send a whole address such as https://example.com/picture.png.',
  });

export const wrongScheme = (allowHttp: boolean) =>
  badRequest(`The URL must start with https://${allowHttp ? ' or http://' : ''}.`, {
    hint: allowHttp ? 'Other kinds of addresses are not fetched.' : 'Use the https address of the same file.',
  });

export const hasCredentials = () =>
  badRequest('The URL must not hold a user name or a password.', { hint: PUBLIC_ADDRESS });

export const wrongPort = () =>
  badRequest('The URL must use the usual port of https or http.', {
    hint: 'Use an address without a port number.',
  });

/** Told from the text of the URL alone, so that it gives nothing away. */
export const notPublic = () =>
  badRequest('The URL does not lead to the public internet.', { hint: PUBLIC_ADDRESS });

export const ownAddress = () =>
  badRequest('The URL is an address of this workspace itself.', {
    hint: 'Name an image of this workspace by its attachment id.',
  });

/**
 * One refusal for names without an address, names of private addresses, and closed and silent ports, so that
 * nobody can map a network by what they are told (security S5).
 */
export const unreachable = () =>
  badRequest('Nothing public answers at that address.', {
    hint: 'Open the address in a browser to check it; addresses of private networks are never fetched.',
  });

export const untrusted = () =>
  badRequest(
    'The server at that address does not prove who it is: its https or its certificate is not valid.',
    {
      hint: 'Use another address for the same file.',
    },
  );

export const tooSlow = () =>
  badRequest('The server at that address took too long.', {
    hint: 'Try again later, or use another address for the same file.',
  });

export const brokenAnswer = () =>
  badRequest('The server at that address did not send a whole, valid answer.', {
    hint: 'Try again later, or use another address for the same file.',
  });

export const compressedAnswer = () =>
  badRequest('The server at that address compresses its answer although it was asked not to.', {
    hint: 'Use another address for the same file.',
  });

/** @param status a number that HTTP allows */
export const refusedByServer = (status: number) =>
  badRequest(`The server at that address answered ${status} instead of sending the file.`, {
    hint: 'Open the address in a browser without signing in: the file itself must appear.',
  });

export const tooManyRedirects = (most: number) =>
  badRequest(
    most === 0
      ? 'The server at that address redirects elsewhere, which is not followed here.'
      : `The address redirects more than ${most} times.`,
    { hint: 'Use the address at which the file appears in the end.' },
  );

export const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `The file at that address is larger than ${maxBytes} bytes.`, {
    hint: 'Use a smaller file.',
    details: { limit_bytes: maxBytes },
  });

export const tooBusy = () =>
  new AppError('unavailable', 'Too many addresses are being fetched just now.', {
    hint: 'Send the request again in a moment.',
  });
