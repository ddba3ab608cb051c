import {
  askConsent,
  captureErrors,
  correctClock,
  createCore,
  followLifecycle,
  inspectClient,
  type Lamppost,
  type LamppostOptions,
  measureMetrics,
  observeChanges,
  type Part,
  reportDrops,
  shareStorage,
} from '@lamppost/sdk-core';
import { browserPlatform } from './browser-platform.ts';
import { measureVitals } from './measure-vitals.ts';
import type { FlagStream } from './stream-flags.ts';
import { trackPages } from './track-pages.ts';
import { watchErrors } from './watch-errors.ts';

export interface BrowserOptions extends LamppostOptions {
  /** `$pageview` for every page, also for those that a page becomes. Default true. */
  readonly pageViews?: boolean | undefined;
  /** Reports what nobody caught, with what happened before. Default true. */
  readonly errors?: boolean | undefined;
  /** LCP, INP, CLS, FCP and TTFB. Default true. */
  readonly webVitals?: boolean | undefined;
  /** `streamFlags` of this package: changes of flags as they happen, while somebody looks at the page. */
  readonly stream?: FlagStream | undefined;
}

/** Starts at once. Nothing of it throws. */
export function createLamppost(options: BrowserOptions): Lamppost {
  const parts: (Part | false | undefined)[] = [
    askConsent,
    observeChanges,
    correctClock,
    inspectClient,
    reportDrops,
    shareStorage,
    captureErrors,
    measureMetrics,
    options.stream as Part | undefined,
    options.errors !== false && watchErrors,
    options.pageViews !== false && trackPages,
    options.webVitals !== false && measureVitals,
    followLifecycle,
  ];
  return createCore(browserPlatform(), options, parts.filter(Boolean) as Part[]).client as Lamppost;
}
