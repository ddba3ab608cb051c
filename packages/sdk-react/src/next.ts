'use client';

import { createLamppost, streamFlags } from '@lamppost/browser';
import { LamppostProvider } from '@lamppost/react';
import type { AppFacts, Bootstrap, Properties } from '@lamppost/sdk-core';
import { createElement, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { LamppostClient } from './lamppost-client.ts';

export type { Bootstrap, Properties } from '@lamppost/sdk-core';

/** Options of the client in the page: those that a server component can hand over, which are no functions. */
export interface LamppostPageOptions {
  /** The publishable one. */
  readonly key: string;
  /** Where Lamppost is, such as `https://lamppost.example.com`, or a path of your site that leads there. */
  readonly url: string;
  readonly app?: AppFacts | undefined;
  readonly optedOut?: boolean | undefined;
  readonly pageViews?: boolean | undefined;
  readonly errors?: boolean | undefined;
  readonly webVitals?: boolean | undefined;
  /** Changes of flags as they happen, while somebody looks at the page. Default false. */
  readonly stream?: boolean | undefined;
  readonly flushMs?: number | undefined;
  readonly namespace?: string | undefined;
}

export interface LamppostPageProps {
  readonly options: LamppostPageOptions;
  /** Who is signed in, as the server knows it, and what `bootstrap` was made for. */
  readonly userId?: string | undefined;
  readonly attributes?: Properties | undefined;
  /** `lamppost.config({ userId })` of `@lamppost/node`. */
  readonly bootstrap: Bootstrap;
  readonly children?: ReactNode;
}

/** One for the page: StrictMode renders twice, and a layout may be mounted again. */
let shared: LamppostClient | undefined;

function clientOf({ options, userId, attributes, bootstrap }: LamppostPageProps): LamppostClient | undefined {
  // A server has many pages at a time, and renders what `bootstrap` says.
  if (!('location' in globalThis)) return undefined;
  if (!shared) {
    const { stream, ...others } = options;
    shared = createLamppost({ ...others, bootstrap, stream: stream ? streamFlags : undefined });
    // Before the first answer: until the server knows whose the device is, the page keeps what it was rendered with.
    if (userId) shared.identify(userId, attributes);
  }
  return shared;
}

/**
 * For the layout of an app with the App Router: makes the client of the page, once, and hands it to the components below.
 * Server and browser begin with `bootstrap`, so that nothing flickers and nothing mismatches. When somebody signs in or out
 * while the page stays, it is told.
 */
export function LamppostPage(props: LamppostPageProps): ReactElement {
  const { userId, attributes, bootstrap, children } = props;
  const client = clientOf(props);
  const known = useRef(userId);
  useEffect(() => {
    if (known.current === userId) return;
    known.current = userId;
    if (userId) client?.identify(userId, attributes);
    else client?.reset();
  }, [client, userId, attributes]);
  return createElement(LamppostProvider, { client, bootstrap }, children);
}
