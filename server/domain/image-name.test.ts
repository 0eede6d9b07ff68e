import { describe, expect, it } from 'vitest';
import { altText, attachmentPath, imageFileName, imageMarkdown } from './image-name.ts';

describe('a file name for people', () => {
  it.each([
    ['photo.JPG', 'photo.jpg'],
    ['IMG 0042.heic', 'IMG 0042.jpg'],
    ['C:\\Users\\ada\\pump.png', 'pump.jpg'],
    ['../../etc/passwd', 'passwd.jpg'],
    ['a\u202Egnp.exe', 'agnp.exe.jpg'],
    ['line\nbreak\0\u2028here', 'line break here.jpg'],
    ['', 'image.jpg'],
    ['.jpg', 'image.jpg'],
    ['..', 'image.jpg'],
    ['Größe ✓', 'Größe ✓.jpg'],
    ['x'.repeat(500), `${'x'.repeat(100)}.jpg`],
    ['\ud800.png', '\ufffd.jpg'],
  ])('%j is called %j', (given, name) => {
    expect(imageFileName(given, 'image/jpeg')).toBe(name);
  });

  it('has a name also when nobody gave one', () => {
    expect(imageFileName(undefined, 'image/webp')).toBe('image.webp');
  });
});

describe('the address of an image', () => {
  it.each([
    ['Größe der Pumpe (2).png', 'grosse-der-pumpe-2.png'],
    ['写真.png', 'image.png'],
    ['a](x) "b".png', 'a-x-b.png'],
  ])('%j needs no escaping', (name, last) => {
    const path = attachmentPath({ id: 'att_0', name: name.replace('ß', 'ss') });
    expect(path).toBe(`/attachments/att_0/${last}`);
  });
});

describe('"Alt text is Markdown-escaped"', () => {
  const markdown = (alt: string) => imageMarkdown({ id: 'att_0', name: 'pump.png' }, alt);

  it('stands between the brackets, on one line', () => {
    expect(markdown(' The pump,\n  from above ')).toBe(
      '![The pump, from above](/attachments/att_0/pump.png)',
    );
    expect(altText('a\u202Eb\tc')).toBe('ab c');
  });

  it.each([
    ['](https://evil.example) ![', String.raw`\]\(https\://evil.example\) \!\[`],
    ['`code` *bold* <script>', String.raw`\`code\` \*bold\* \<script\>`],
    [String.raw`back\slash`, String.raw`back\\slash`],
    [':name[label]{a=b}', String.raw`\:name\[label\]\{a\=b\}`],
    ['a | b', String.raw`a \| b`],
  ])('%s means nothing but itself', (alt, escaped) => {
    expect(markdown(alt)).toBe(`![${escaped}](/attachments/att_0/pump.png)`);
  });
});
