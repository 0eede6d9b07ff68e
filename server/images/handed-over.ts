/**
 * Bytes in a form that can go to another thread without being copied. A part of a larger piece of memory, such as
 * Node's pool for small buffers, cannot leave alone and is copied.
 */
export function handedOver(bytes: Uint8Array): { bytes: Uint8Array; transfer: ArrayBuffer[] } {
  const { buffer } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
  if (isAlone) return { bytes: new Uint8Array(buffer), transfer: [buffer] };
  const copy = new Uint8Array(bytes);
  return { bytes: copy, transfer: [copy.buffer] };
}
