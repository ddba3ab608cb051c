import type { CreatePlugin, Lamppost } from '@lamppost/sdk-core';
import { guard } from './guard.ts';
import { listen } from './listen.ts';
import { runAll } from './run-all.ts';
import { wrapMethod } from './wrap-method.ts';

/** Without what changes while a page stays the same: the query, and a fragment that is not a route. */
export const pathOf = ({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string =>
  pathname + (/^#!?\//.test(hash) ? (hash.split('?')[0] as string) : '');

/**
 * `$pageview`: of the page as it is loaded, of every page that it becomes, and of a return to it. What the addresses say
 * in their queries is not sent, but for campaigns.
 */
export const trackPages: CreatePlugin = (core) => {
  const client = core.client as Lamppost;
  let path = document.referrer.split('?')[0] as string;

  const view = guard((): void => {
    const referrer = path;
    path = pathOf(location);
    client.breadcrumb('navigation', path);
    core.enqueue('events', {
      type: 'page',
      properties: {
        path,
        referrer,
        ...Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('utm_'))),
      },
    });
  });
  const look = (): unknown => pathOf(location) !== path && view();
  const offs = [
    ...(['pushState', 'replaceState'] as const).map((name) =>
      wrapMethod(history, name, (original) => (...args) => {
        original.call(history, ...args);
        look();
      }),
    ),
    listen('popstate', look),
    listen('pageshow', ({ persisted }) => persisted && view()),
  ];

  return {
    onOptIn: view,
    onLaunch() {
      // When the app has said who it is about. A page that is only prepared is nobody's yet.
      if ((document as { prerendering?: boolean }).prerendering) offs.push(listen('prerenderingchange', view));
      else queueMicrotask(view);
    },
    onClose: runAll(offs),
  };
};
