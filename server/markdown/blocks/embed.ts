import {
  asDirective,
  invalid,
  readDirective,
  unknownAttributes,
  type BlockDefinition,
} from '../block-definition.ts';
import { addressProblems } from './web-address.ts';

const DEFAULT_HEIGHT = 480;
const LEAST_HEIGHT = 100;
const MOST_HEIGHT = 2000;

export const embed: BlockDefinition = {
  name: 'embed',
  title: 'Website',
  aliases: ['website', 'iframe', 'web page', 'webpage'],
  purpose: 'Shows another site in a frame, loaded when the reader clicks.',
  syntax: '::embed[Status]{src="https://status.example.com" height="480"}',
  alsoAccepted: [],
  rules: [
    'https only.',
    'height in pixels, 100 to 2000; 480 when left out.',
    'Two colons, alone on its line.',
  ],
  directives: ['embed'],
  fences: [],
  recognise(node) {
    const directive = asDirective(node, 'leafDirective', ['embed']);
    if (!directive) return undefined;
    const src = directive.attributes?.['src']?.trim() ?? '';
    const height = directive.attributes?.['height'] ?? String(DEFAULT_HEIGHT);
    const pixels = /^\d{1,5}(?:px)?$/.test(height) ? Number.parseInt(height, 10) : Number.NaN;
    const problems = [...unknownAttributes(directive, ['src', 'height']), ...addressProblems(src, 'embed')];
    if (!(pixels >= LEAST_HEIGHT && pixels <= MOST_HEIGHT))
      problems.push(
        invalid('The height of an embed is a number of pixels from 100 to 2000, such as height="480".'),
      );
    return {
      content: {
        block: 'embed',
        src,
        title: readDirective(directive).title,
        height: Number.isNaN(pixels) ? DEFAULT_HEIGHT : Math.min(Math.max(pixels, LEAST_HEIGHT), MOST_HEIGHT),
      },
      children: [],
      problems,
    };
  },
};
