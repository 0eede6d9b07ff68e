import mermaid from 'mermaid';
import './frame.css';
import { listen, tell, type ToFrame } from './messages.ts';

/** As many characters as the check allows (security H3). */
const MOST_CHARACTERS = 50_000;
/** Laying out more takes longer than the two seconds that a diagram has. */
const MOST_EDGES = 250;

listen((message) => {
  if (message.kind === 'diagram') void draw(message);
});

async function draw({ source, isDark }: Extract<ToFrame, { kind: 'diagram' }>): Promise<void> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    maxTextSize: MOST_CHARACTERS,
    maxEdges: MOST_EDGES,
    // What a diagram's own directives may not change.
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'themeCSS', 'fontFamily'],
    suppressErrorRendering: true,
  });
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  try {
    const { svg } = await mermaid.render('drawing', source);
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    document.body.replaceChildren(document.importNode(drawn, true));
    const { width, height } = document.body.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
    tell({ kind: 'drawn', width, height });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? error.message : 'It could not be drawn.' });
  }
}
