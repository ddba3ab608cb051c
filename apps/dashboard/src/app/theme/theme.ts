import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const lamp: MantineColorsTuple = [
  '#fffbeb',
  '#fef3c7',
  '#fde68a',
  '#fcd34d',
  '#fbbf24',
  '#f59e0b',
  '#d97706',
  '#b45309',
  '#92400e',
  '#78350f',
];

/** Mantine draws its dark planes, borders and texts from this list; the same as in tokens.css. */
const dark: MantineColorsTuple = [
  '#ecedf2',
  '#c9ccd7',
  '#a3a8b8',
  '#8a90a2',
  '#2c303d',
  '#282c39',
  '#20232e',
  '#12131a',
  '#0e0f15',
  '#0a0b10',
];

const overlayProps = { backgroundOpacity: 0.45 };

/** A cross alone has no name for those who do not see it. */
const closeButtonProps = { 'aria-label': 'Close' };

export const theme = createTheme({
  fontFamily: 'var(--lp-font)',
  fontFamilyMonospace: 'var(--lp-mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontFamily: 'var(--lp-font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  colors: { lamp, dark },
  primaryColor: 'lamp',
  primaryShade: { light: 5, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { withArrow: false, openDelay: 300, transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
    Modal: { defaultProps: { transitionProps: { duration: 120 }, centered: true, overlayProps, closeButtonProps } },
    ModalOverlay: { defaultProps: overlayProps },
    Drawer: { defaultProps: { transitionProps: { duration: 120 }, overlayProps, closeButtonProps } },
    DrawerOverlay: { defaultProps: overlayProps },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});

const planes = {
  '--mantine-color-body': 'var(--lp-page)',
  '--mantine-color-text': 'var(--lp-text)',
  '--mantine-color-dimmed': 'var(--lp-muted)',
  '--mantine-color-placeholder': 'var(--lp-faint)',
  '--mantine-color-anchor': 'var(--lp-accent)',
  '--mantine-color-error': 'var(--lp-bad)',
  '--mantine-color-default': 'var(--lp-surface)',
  '--mantine-color-default-color': 'var(--lp-text)',
  '--mantine-color-default-border': 'var(--lp-border)',
  '--mantine-primary-color-light-color': 'var(--lp-accent)',
  '--mantine-color-lamp-light-color': 'var(--lp-accent)',
};

/** Mantine's own variables follow the tokens, so that its components need no colours of ours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...planes, '--mantine-color-default-hover': '#f4f2ee' },
  dark: { ...planes, '--mantine-color-default-hover': '#282c39' },
});
