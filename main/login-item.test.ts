import { describe, expect, it } from 'vitest';
import { autostartEntry } from './login-item.ts';

const execOf = (program: string) => /^Exec=(.*)$/m.exec(autostartEntry(program))?.[1];

describe('the entry of the autostart folder (Desktop Entry Specification)', () => {
  it('starts the program without a window', () => {
    expect(execOf('/opt/Commonplace/commonplace')).toBe('"/opt/Commonplace/commonplace" --hidden');
  });

  it.each([
    ['/home/ada/My Apps/Commonplace.AppImage', '"/home/ada/My Apps/Commonplace.AppImage" --hidden'],
    ['/opt/100%/commonplace', '"/opt/100%%/commonplace" --hidden'],
    ['/opt/$HOME/commonplace', String.raw`"/opt/\\$HOME/commonplace" --hidden`],
    ['/opt/"x"/commonplace', String.raw`"/opt/\\"x\\"/commonplace" --hidden`],
  ])('the path %s is one word, whatever is in it', (program, exec) => {
    expect(execOf(program)).toBe(exec);
  });
});
