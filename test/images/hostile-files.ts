import { gif, jpeg, lossyWebp, png, pngOfSize } from './pictures.ts';

const text = (content: string) => Buffer.from(content, 'latin1');

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** What the sender says it is. */
  type: string;
}

/** Security F10 and U3: what a sniffer calls an image, what is labelled as another, what is two files at once. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: 'the three bytes GIF', bytes: text('GIF'), type: 'image/gif' },
  { name: 'GIF and a script', bytes: text('GIFxyz<script>alert(1)</script>'), type: 'image/gif' },
  { name: 'a GIF head and a script', bytes: text('GIF89a/*<script>alert(1)</script>*/'), type: 'image/gif' },
  {
    name: 'a JPEG start and a page',
    bytes: text('\xff\xd8\xff<html><script>alert(1)</script>'),
    type: 'image/jpeg',
  },
  {
    name: 'RIFF, WEBP and a script',
    bytes: text('RIFF\x20\0\0\0WEBP<script>alert(1)</script>'),
    type: 'image/webp',
  },
  { name: 'a PNG of 65,535 × 65,535 pixels', bytes: pngOfSize(65_535, 65_535), type: 'image/png' },
  {
    name: 'a PNG and a ZIP',
    bytes: Buffer.concat([png(), text('PK\x03\x04'), Buffer.alloc(40)]),
    type: 'image/png',
  },
  {
    name: 'a JPEG and a page',
    bytes: Buffer.concat([jpeg(), text('<script>alert(1)</script>')]),
    type: 'image/jpeg',
  },
  { name: 'a GIF and a script', bytes: Buffer.concat([gif(), text('=1;alert(1)')]), type: 'image/gif' },
  { name: 'a WebP and a PDF', bytes: Buffer.concat([lossyWebp(), text('%PDF-1.7')]), type: 'image/webp' },
  { name: 'a cut PNG', bytes: png().subarray(0, -12), type: 'image/png' },
  { name: 'a cut JPEG', bytes: jpeg().subarray(0, -2), type: 'image/jpeg' },
  { name: 'a JPEG that says it is a PNG', bytes: jpeg(), type: 'image/png' },
  { name: 'a PNG that says it is an SVG', bytes: png(), type: 'image/svg+xml' },
  {
    name: 'an SVG',
    bytes: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    type: 'image/svg+xml',
  },
  { name: 'an SVG that says it is a PNG', bytes: text('<?xml version="1.0"?><svg/>'), type: 'image/png' },
  {
    name: 'a page that says it is a PNG',
    bytes: text('<!doctype html><script>alert(1)</script>'),
    type: 'image/png',
  },
];
