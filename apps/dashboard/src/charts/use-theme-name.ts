import { useSyncExternalStore } from 'react';

const ATTRIBUTE = 'data-mantine-color-scheme';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

const read = (): string => document.documentElement.getAttribute(ATTRIBUTE) ?? 'light';

/** Canvas does not follow CSS variables: what is drawn there is drawn anew when the theme changes. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribe, read);
}

/** `var(--lp-series-1)` as the colour it stands for now. */
export function resolveColour(css: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(css)?.[1];
  return name === undefined ? css : getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
