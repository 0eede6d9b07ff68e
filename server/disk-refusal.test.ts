import { describe, expect, it } from 'vitest';
import { asFileRefusal, diskFault, fileRefusal } from './disk-refusal.ts';
import { conflict } from './errors.ts';

const fault = (code: string) => Object.assign(new Error('refused'), { code, syscall: 'write' });

describe('a file that a disk does not take', () => {
  it.each([
    ['ENOSPC', 'storage_full', 'The backup cannot be written: the disk is full.'],
    ['EDQUOT', 'storage_full', 'The backup cannot be written: the disk is full.'],
    ['EIO', 'unavailable', 'The backup cannot be written: its disk does not answer.'],
    ['EROFS', 'unavailable', 'The backup cannot be written: its disk can only be read.'],
    ['EACCES', 'unavailable', 'The backup cannot be written: this program may not write there.'],
    ['EFBIG', 'unavailable', 'The backup cannot be written: it is longer than a file may be on that disk.'],
    ['ENAMETOOLONG', 'unavailable', 'The backup cannot be written: its path is too long for that disk.'],
    ['EMFILE', 'unavailable', 'The backup cannot be written (EMFILE).'],
  ])('is refused in words: %s', (code, kind, message) => {
    const refusal = fileRefusal(fault(code), 'The backup', 'Choose another folder.');
    expect(refusal).toMatchObject({ code: kind, message, hint: expect.stringMatching(/^[A-Z].+\.$/) });
  });

  it('is told from errors that are none of the disk', () => {
    for (const other of [conflict('There is one already.'), new Error('ours')])
      expect(asFileRefusal(other, 'The archive', 'Try again.')).toBe(other);
    expect(diskFault(conflict('full'))).toBeUndefined();
    expect(diskFault('ENOSPC')).toBeUndefined();
  });
});
