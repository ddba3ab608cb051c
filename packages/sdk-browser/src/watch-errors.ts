import type { CreatePlugin, Lamppost } from '@lamppost/sdk-core';
import { guard } from './guard.ts';
import { listen } from './listen.ts';
import { runAll } from './run-all.ts';
import { wrapMethod } from './wrap-method.ts';

/** Reports what nobody caught, and keeps what happened before: clicks, requests that failed, errors in the console. */
export const watchErrors: CreatePlugin = ({ client }) => {
  const report = (error: unknown, mechanism: string): void =>
    (client as Lamppost).captureError(error, { isUnhandled: true, mechanism });

  const onClose = runAll([
    listen('error', ({ type, error, message, filename, lineno, colno }) => {
      // Without a line it is a picture, or a script of another origin, of which the browser tells nothing.
      if (lineno)
        report(
          Object(error) === error ? error : { message, stack: `${message}\n    at ${filename}:${lineno}:${colno}` },
          type,
        );
    }),
    listen('unhandledrejection', ({ type, reason }) => report(reason, type)),
    listen('click', ({ target }) => {
      // What was clicked, never what it says or holds: `button#save wide`.
      const { localName, id, classList } = (target as Element).closest?.('a,button') ?? (target as Element);
      if (localName) (client as Lamppost).breadcrumb('click', `${localName}#${id} ${classList}`);
    }),
    wrapMethod(globalThis, 'fetch', (original) => (input, init) => {
      const addBreadcrumb = guard((outcome: unknown): void => {
        const { url = input, method = 'GET' } = input as Partial<Request>;
        (client as Lamppost).breadcrumb('fetch', `${init?.method ?? method} ${`${url}`.split('?')[0]} ${outcome}`);
      });
      const answered = original(input, init);
      // What an app puts in its place may answer anything.
      if (!(answered instanceof Promise)) return answered;
      return answered.then(
        (response) => {
          if (response?.status > 399) addBreadcrumb(response.status);
          return response;
        },
        (error) => {
          addBreadcrumb(error);
          throw error;
        },
      );
    }),
    wrapMethod(console, 'error', (original) => (...args) => {
      (client as Lamppost).breadcrumb('console', args as unknown as string);
      original(...args);
    }),
  ]);
  return { onClose };
};
