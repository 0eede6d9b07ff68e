import { crc32 } from 'node:zlib';

/**
 * CRC-32 as 8 hex digits. Not CRC-32C, which storage engines often take for its processor instruction:
 * Node carries a native CRC-32, and both find the same torn writes and flipped bits at our lengths.
 * It guards against accidents; forgery is what the audit chain's HMAC is for (security L1).
 */
export function checksum(bytes: Uint8Array | string, continued = 0): string {
  return checksumText(crc32(bytes, continued));
}

/** A running CRC-32 in the form that files hold. */
export function checksumText(value: number): string {
  return value.toString(16).padStart(8, '0');
}
