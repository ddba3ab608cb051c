import {
  askConsent,
  type Core,
  type CreatePlugin,
  captureErrors,
  correctClock,
  createCore,
  followLifecycle,
  inspectClient,
  type Lamppost,
  type LamppostOptions,
  measureMetrics,
  observeChanges,
  type Platform,
  reportDrops,
  shareStorage,
} from '@lamppost/sdk-core';
import { browserPlatform } from './browser-platform.ts';
import type { BrowserPlugin, MethodsOf } from './browser-plugin.ts';
import { measureVitals } from './measure-vitals.ts';
import type { FlagStream } from './stream-flags.ts';
import { trackPages } from './track-pages.ts';
import { watchErrors } from './watch-errors.ts';

export interface BrowserOptions<Used extends readonly BrowserPlugin[] = readonly BrowserPlugin[]>
  extends LamppostOptions {
  /** `$pageview` for every page, also for those that a page becomes. Default true. */
  readonly pageViews?: boolean | undefined;
  /** Reports what nobody caught, with what happened before. Default true. */
  readonly errors?: boolean | undefined;
  /** LCP, INP, CLS, FCP and TTFB. Default true. */
  readonly webVitals?: boolean | undefined;
  /** `streamFlags` of this package: changes of flags as they happen, while somebody looks at the page. */
  readonly stream?: FlagStream | undefined;
  /** `sharedProperties`, `webContext` and `beforeSend(…)` of this package: imports of their own, so that others pay nothing. */
  readonly use?: Used | undefined;
}

/** With the platform that it runs on, for those who have the core do more than the client. */
export function createBrowserCore(options: BrowserOptions, platform: Platform): Core {
  const plugins = [
    askConsent,
    observeChanges,
    correctClock,
    inspectClient,
    reportDrops,
    shareStorage,
    captureErrors,
    measureMetrics,
    options.stream as CreatePlugin | undefined,
    ...((options.use ?? []) as readonly CreatePlugin[]),
    options.errors !== false && watchErrors,
    options.pageViews !== false && trackPages,
    options.webVitals !== false && measureVitals,
    followLifecycle,
  ];
  return createCore({ platform, options, plugins });
}

/** Starts at once. Nothing of it throws. */
export const createLamppost = <const Used extends readonly BrowserPlugin[] = []>(
  options: BrowserOptions<Used>,
): Lamppost & MethodsOf<Used> => createBrowserCore(options, browserPlatform()).client as Lamppost & MethodsOf<Used>;
