import type { Core, Lamppost, Part } from '@lamppost/sdk-core';
import { guard } from './guard.ts';
import { listen } from './listen.ts';
import { wrapMethod } from './wrap-method.ts';

/** Without what changes while a page stays the same: the query, and a fragment that is not a route. */
const pathOf = ({ pathname, hash }: Location): string =>
  pathname + (/^#!?\//.test(hash) ? (hash.split('?')[0] as string) : '');

/**
 * `$pageview`: of the page as it is loaded, of every page that it becomes, and of a return to it. What the addresses say
 * in their queries stays untold, but for campaigns.
 */
export const trackPages: Part<Partial<Lamppost>> = (core) => {
  const { offs } = core;
  const client = core.client as Lamppost;
  const { optIn } = client;
  let path = document.referrer.split('?')[0] as string;

  const view = guard((): void => {
    const referrer = path;
    path = pathOf(location);
    client.breadcrumb('navigation', path);
    core.enqueue(core.lanes.e as Core['lanes'][string], {
      type: 'page',
      properties: {
        path,
        referrer,
        ...Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'))),
      },
    });
  });
  const look = (): void => {
    if (pathOf(location) !== path) view();
  };
  offs.push(
    ...(['pushState', 'replaceState'] as const).map((name) =>
      wrapMethod(history, name, (original) => (...args) => {
        original.call(history, ...args);
        look();
      }),
    ),
    listen('popstate', look),
    listen('pageshow', ({ persisted }) => persisted && view()),
  );
  // When the client has started, and the app has said who it is about. A page that is only prepared is nobody's yet.
  if ((document as { prerendering?: boolean }).prerendering) offs.push(listen('prerenderingchange', view));
  else queueMicrotask(view);

  return {
    optIn() {
      const { isMute } = core;
      optIn();
      if (isMute) view();
    },
  };
};
