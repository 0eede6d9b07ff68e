const STEP = 1000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Bytes as people read them. */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const shown = unit > 1 && value < 100 ? value.toFixed(1) : String(Math.ceil(value));
  return `${shown} ${UNITS[unit] ?? ''}`;
}

/** “1 page”, “1,200 pages”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
