import type { Paragraph } from 'mdast';
import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
} from '../block-definition.ts';
import { wordsOf } from '../rich-block.ts';
import { addressProblems, isVideoPage } from './web-address.ts';

const FILE = /\.(?:mp4|webm|ogv|mov|m4v)(?:[?#].*)?$/i;
const ATTACHMENT = /^\/attachments\/att_[0-9a-z]+$/;

export const video: BlockDefinition = {
  name: 'video',
  title: 'Video',
  aliases: ['youtube', 'vimeo', 'loom', 'movie'],
  purpose: 'Shows a video, loaded when the reader clicks.',
  syntax: '::video[Valve reset]{src="https://youtu.be/dQw4w9WgXcQ"}',
  alsoAccepted: [
    {
      example: 'https://vimeo.com/76979871',
      note: 'A bare YouTube, Vimeo or Loom link alone in its paragraph.',
    },
  ],
  rules: [
    'src is an https page of YouTube, Vimeo or Loom, or an .mp4 or .webm file.',
    'Two colons, alone on its line.',
  ],
  directives: ['video'],
  fences: [],
  recognise(node, { slice }) {
    if (node.type === 'paragraph') return fromBareLink(node, slice);
    const directive = asDirective(node, 'leafDirective', ['video']);
    if (!directive) return undefined;
    const src = directive.attributes?.['src']?.trim() ?? '';
    const problems = unknownAttributes(directive, ['src']);
    if (!ATTACHMENT.test(src)) {
      const wrong = addressProblems(src, 'video');
      problems.push(...wrong);
      if (wrong.length === 0 && !isVideoPage(src) && !FILE.test(src))
        problems.push(
          invalid(
            'This is no video of YouTube, Vimeo or Loom and no .mp4 or .webm file. For a page use ::embed[Title]{src="…"}.',
          ),
        );
    }
    return {
      content: { block: 'video', src, title: readDirective(directive).title },
      children: [],
      problems,
    };
  },
};

function fromBareLink(paragraph: Paragraph, slice: string) {
  const [link, ...others] = paragraph.children;
  if (link?.type !== 'link' || others.length > 0 || !isVideoPage(link.url)) return undefined;
  const isBare = slice.trim() === link.url && wordsOf(link) === link.url;
  if (!isBare) return undefined;
  return {
    content: { block: 'video' as const, src: link.url, title: null },
    children: [paragraph],
    problems: [],
  };
}
