import { freeBytes } from '../../free-bytes.ts';
import { amber, green, red, skipped, type Check } from '../check.ts';

const MB = 1024 * 1024;
const LITTLE = 1024 * MB;
const NEARLY_NONE = 100 * MB;

/** Room for what is written next. */
export const disk: Check = {
  id: 'disk',
  group: 'data',
  title: 'Disk space',
  needs: [],
  async run({ services: { place } }) {
    const free = await freeBytes(place.dataFolder);
    if (free === undefined) return skipped('How much is free cannot be told.');
    const words = `${sizeOf(free)} are free where the workspace lives.`;
    const fix = 'Delete what is not needed on this disk, or move the workspace to another one.';
    if (free < NEARLY_NONE) return red(`${words} Soon nothing can be saved any more.`, fix);
    return free < LITTLE ? amber(words, fix) : green(words);
  },
};

function sizeOf(bytes: number): string {
  return bytes < LITTLE
    ? `${Math.floor(bytes / MB)} MB`
    : `${Math.floor(bytes / LITTLE).toLocaleString('en')} GB`;
}
