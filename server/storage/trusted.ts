/**
 * Gives a value the type that it had when this program wrote it. For what a checksum vouches for, and for records
 * of a map whose name says their type; never for input.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type, as with `as`
export function trusted<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place for it; see above
  return value as T;
}
