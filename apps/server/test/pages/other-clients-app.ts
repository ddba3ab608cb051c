import { AnalyticsBrowser } from '@segment/analytics-next';
import * as Sentry from '@sentry/browser';
import { posthog } from 'posthog-js';

/** A page with the clients of three other products side by side. */
const { key, url } = (globalThis as unknown as { settings: { key: string; url: string } }).settings;
const host = new URL(url).host;

const ofSegment = { apiKey: key, apiHost: `${host}/compat/segment/v1`, protocol: 'http' };
const segment = AnalyticsBrowser.load(
  { writeKey: key, cdnSettings: { integrations: { 'Segment.io': ofSegment } } },
  { disableClientPersistence: true },
);

Sentry.init({
  dsn: `http://${key}@${host}/compat/sentry/1`,
  release: 'shop@1.2.3',
  transport: Sentry.makeBrowserOfflineTransport(Sentry.makeFetchTransport),
});

const flagsLoaded = new Promise<void>((resolve) => {
  posthog.init(key, {
    api_host: `${url}/compat/posthog`,
    autocapture: false,
    capture_pageview: false,
    capture_pageleave: false,
    request_batching: false,
    // The browser of a test says that it is one.
    opt_out_useragent_filter: true,
    loaded: (client) => client.onFeatureFlags(() => resolve()),
  });
});

async function use(): Promise<unknown> {
  await segment.page('Home');
  await segment.identify('u1', { plan: 'pro' });
  await segment.track('bought by segment', { amount: 3 });
  await flagsLoaded;
  const theme = posthog.getFeatureFlag('theme');
  posthog.capture('bought before sign-in');
  posthog.identify('u1', { plan: 'pro' });
  posthog.capture('bought by posthog', { amount: 3 });
  setTimeout(function pay() {
    throw new TypeError('no card');
  });
  return theme;
}

Object.assign(globalThis, { use });
