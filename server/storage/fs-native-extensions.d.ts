declare module 'fs-native-extensions' {
  /** Takes a kernel lock on a byte range; false when somebody else holds it. */
  export function tryLock(
    fd: number,
    offset: number,
    length: number,
    options?: { shared?: boolean },
  ): boolean;
  export function unlock(fd: number, offset: number, length: number): void;
}
