import { describe, expect, it } from 'vitest';
import { playerOf } from './players.ts';

describe('the player of a video', () => {
  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/abcdef0123', 'https://player.vimeo.com/video/76979871?dnt=1&h=abcdef0123'],
    [
      'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
      'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184',
    ],
  ])('%s is the one that sets no cookies', (src, expected) => {
    expect(playerOf(src)).toMatchObject({ src: expected, isTrusted: true });
  });

  it('of a file is the browser’s own, with no rights', () => {
    expect(playerOf('https://files.example/a.mp4')).toMatchObject({
      isTrusted: false,
      host: 'files.example',
    });
  });

  it.each([
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="><script>',
    'http://youtu.be/dQw4w9WgXcQ',
    'https://user:pw@youtu.be/dQw4w9WgXcQ',
    'javascript:alert(1)',
  ])('there is none for %s', (src) => {
    expect(playerOf(src)).toBeUndefined();
  });
});
