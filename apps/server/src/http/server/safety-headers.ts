import type { Route } from '@lamppost/protocol';

/** Data, and never a page: nothing in it is run, framed or taken for something else. */
const dataOnly = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const notKept = { 'Cache-Control': 'no-store' } as const;

/** What goes with every answer but those to clients, who are no browsers showing it. Routes may say otherwise. */
export function safetyHeaders(route: Route | undefined): Readonly<Record<string, string>> {
  if (route?.isClient === true) return {};
  return route === undefined || route.access.includes('anyone') ? dataOnly : { ...dataOnly, ...notKept };
}

/**
 * What was asked for with a cookie: caches keep that for everybody unless they are told not to, and pages of the same
 * site could load it as a script or picture.
 */
export const memberHeaders: Readonly<Record<string, string>> = {
  ...dataOnly,
  ...notKept,
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Where browsers reach the server by https they are told to use nothing else. */
export function transportHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.toLowerCase().startsWith('https:') === true;
  return isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}
