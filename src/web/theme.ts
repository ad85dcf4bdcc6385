import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { texts } from './texts.ts';

/** Blue, for controls. White text on shade 6 has a contrast of 5.4:1. */
const harbour: MantineColorsTuple = [
  '#eaf6fb',
  '#d5ecf5',
  '#a9d8ea',
  '#79c2dd',
  '#52afd1',
  '#2491ba',
  '#0b7299',
  '#085f80',
  '#064e6a',
  '#053c52',
];

/** Orange, for a few accents. */
const container: MantineColorsTuple = [
  '#fff2e8',
  '#fde3d0',
  '#fac5a0',
  '#f6a46b',
  '#f2873f',
  '#e9702a',
  '#b84d0e',
  '#9a3f0b',
  '#7e340a',
  '#652a09',
];

const red: MantineColorsTuple = [
  '#fdeeed',
  '#fadbd9',
  '#f3b3af',
  '#ec8983',
  '#e8736b',
  '#da4d43',
  '#c9352b',
  '#a92a21',
  '#8c231c',
  '#701c16',
];

const green: MantineColorsTuple = [
  '#e8f6ee',
  '#d3edde',
  '#a6dabd',
  '#75c699',
  '#58ba85',
  '#2f9c63',
  '#1b7a48',
  '#15643b',
  '#115130',
  '#0d4027',
];

/** Gray with a little blue. */
const gray: MantineColorsTuple = [
  '#f4f6f9',
  '#e9eef3',
  '#dde4eb',
  '#c8d2dc',
  '#b0bdca',
  '#8492a4',
  '#55657a',
  '#42526a',
  '#2b3a4f',
  '#15212f',
];

const dark: MantineColorsTuple = [
  '#e7edf4',
  '#c8d3df',
  '#9fb0c3',
  '#8496aa',
  '#2f435d',
  '#22344c',
  '#1a2a3f',
  '#152335',
  '#0f1a28',
  '#0a121d',
];

const fontFamily = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const dialog = {
  // Without a role, the <header> of a dialog would be a second banner of the page.
  attributes: { header: { role: 'none' } },
  closeButtonProps: { 'aria-label': texts.close },
};

export const theme = createTheme({
  colors: { harbour, container, red, green, gray, dark },
  primaryColor: 'harbour',
  primaryShade: 6,
  black: '#15212f',
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'var(--mantine-font-size-xl)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--mantine-font-size-lg)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--mantine-font-size-md)', lineHeight: '1.4' },
    },
  },
  // The only sizes, weights and gaps of the product, with Mantine's breakpoints of 36, 48, 62, 75 and 88em:
  // tests/architecture/styles.test.ts reports others.
  fontSizes: { xs: '0.78125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.375rem' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  spacing: { xxs: '0.25rem', xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '4px', sm: '7px', md: '11px', lg: '16px', xl: '24px' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgb(16 34 54 / 5%)',
    sm: '0 1px 2px rgb(16 34 54 / 6%), 0 3px 8px rgb(16 34 54 / 5%)',
    md: '0 2px 4px rgb(16 34 54 / 5%), 0 8px 20px rgb(16 34 54 / 9%)',
    lg: '0 4px 8px rgb(16 34 54 / 6%), 0 16px 40px rgb(16 34 54 / 14%)',
    xl: '0 8px 16px rgb(16 34 54 / 8%), 0 28px 64px rgb(16 34 54 / 20%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The components are named by their keys, so that the login page does not load them.
    Modal: { defaultProps: { ...dialog, centered: true } },
    Drawer: { defaultProps: { ...dialog, position: 'right' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'], withAsterisk: false },
    },
  },
});

const inBothSchemes = {
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--primary-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default-border': 'var(--line-strong)',
};

/** Replaces Mantine's variables where its defaults have less than 4.5:1 contrast or do not match our surfaces. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...inBothSchemes,
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-placeholder': '#66768b',
    '--mantine-color-disabled-color': '#66768b',
  },
  dark: { ...inBothSchemes, '--mantine-color-disabled-color': '#8496aa' },
});
