import type { Plugin } from 'vite';

/** Fonts of the first screen, by what their file names begin with. */
const first = ['inter-latin-wght-normal'];

/** Lets the browser fetch the font while it still reads the styles; the other alphabets come when they are needed. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => first.some((start) => name.startsWith(`assets/${start}`)))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}
