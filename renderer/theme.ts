import {
  Badge,
  createTheme,
  Drawer,
  Modal,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** Deep green of old ledgers. Shade 8 carries white text at 7:1, shade 3 stands on dark grounds at 8:1. */
const ledger: MantineColorsTuple = [
  '#eef8f6',
  '#dcedea',
  '#b6dad4',
  '#8dc7bd',
  '#6bb6aa',
  '#55ac9e',
  '#49a798',
  '#389283',
  '#1f6f64',
  '#0c5a50',
];

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** A dialog's head is no second banner of the page (axe, landmark-no-duplicate-banner); its cross has a name. */
const DIALOG = {
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': 'Close' },
} as const;

const DIALOG_STYLES = { title: { fontWeight: 650 } } as const;

export const theme = createTheme({
  colors: { ledger },
  primaryColor: 'ledger',
  // The lighter shades that Mantine takes by itself fall short of 4.5:1 on white.
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: SANS,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, monospace',
  headings: { fontFamily: SANS, fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    Modal: Modal.extend({ defaultProps: DIALOG, styles: DIALOG_STYLES }),
    Drawer: Drawer.extend({ defaultProps: DIALOG, styles: DIALOG_STYLES }),
  },
});

/**
 * Quiet words that are still words: Mantine's own grey is 3.3:1 on white, readable is 4.5:1 (WCAG 2.2, 1.4.3). So are
 * yellow and orange on their own light grounds, and what is said of a mistake in a field.
 */
export const readableGreys: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565e66',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-orange-light-color': '#963500',
    '--mantine-color-error': '#c02626',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0b7',
    '--mantine-color-placeholder': '#8f969d',
    '--mantine-color-error': '#ff8f8f',
    // Mantine's own is nearly white: what deletes must look so in the dark, too.
    '--mantine-color-red-light-color': '#ffa8a8',
  },
});
