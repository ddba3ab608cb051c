import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

declare const found: Record<string, () => string[]>;

let server: Server;
let browser: Browser;
let page: Page;
/** Runs on the page before anything else does. */
let fault = '';
let wrong: string[] = [];
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('testing/hostile-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  server = createServer(({ url }, response) => {
    if (url === '/script.js') response.setHeader('Content-Type', 'text/javascript').end(script);
    else if (url?.startsWith('/v1/')) response.end('{"data":{"flags":{},"experiments":{},"accepted":1}}');
    else
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<body><script>${fault}</script><script src="/script.js"></script></body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.LP_CHROMIUM;
  browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  page = await browser.newPage();
  page.on('pageerror', (error) => wrong.push(`escaped: ${error.stack}`));
}, 60_000);
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What is wrong on a page: as it says itself, and what nobody caught there. */
async function wrongOn(name: string, faultOfPage = ''): Promise<string[]> {
  wrong = [];
  fault = faultOfPage;
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  wrong.push(...(await page.evaluate((check) => found[check]?.() ?? [], name)));
  // Microtasks have run, and timers that were due; then the page is hidden and left.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  await page.goto('about:blank');
  return wrong;
}

test('every method of the client is in the table', async () => expect(await wrongOn('methods')).toEqual([]));

test('every event that the client listens to is in the table', async () => {
  expect(await wrongOn('listened')).toEqual(
    [
      ...['PerformanceObserver', 'click', 'error', 'online', 'pagehide', 'pageshow', 'popstate', 'storage', 'submit'],
      ...['unhandledrejection', 'visibilitychange'],
    ].sort(),
  );
});

test('no method and no listener throws into the page, whatever it is given', async () =>
  expect(await wrongOn('hostile')).toEqual([]));

test('what the client has wrapped does as before, also when it throws', async () =>
  expect(await wrongOn('wrapped')).toEqual([]));

test('nothing throws into the page while the engine itself fails', async () =>
  expect(await wrongOn('brokenEngine')).toEqual([]));

const thrower = '() => { throw new Error("injected"); }';
const faults: Record<string, string> = {
  'storage that is forbidden': `Object.defineProperty(window, 'localStorage', { get: ${thrower} });`,
  'storage that is full': `Storage.prototype.setItem = ${thrower};`,
  'storage that cannot be read': `Storage.prototype.getItem = ${thrower}; Storage.prototype.removeItem = ${thrower};`,
  'no random numbers': `crypto.getRandomValues = ${thrower};`,
  'no observer of performance': 'delete window.PerformanceObserver;',
  'an observer of performance that throws': `PerformanceObserver.prototype.observe = ${thrower};`,
  'locks that throw': `navigator.locks.request = ${thrower};`,
  'no fetch': 'delete window.fetch;',
  'a fetch that throws': `window.fetch = ${thrower};`,
  'a fetch that answers nothing': 'window.fetch = () => undefined;',
  'no time limits for requests': 'delete AbortSignal.timeout;',
  'a console that throws': `console.warn = ${thrower}; window.fetch = ${thrower};`,
  'a history that is frozen': 'Object.freeze(history);',
  'a clock that throws': `performance.now = ${thrower};`,
  'no frames': 'delete window.requestAnimationFrame;',
  'no streams of text': 'delete window.TextDecoderStream;',
};
describe('a page lives with a client that finds', () => {
  for (const [name, fault] of Object.entries(faults))
    test(name, async () => expect(await wrongOn('ordinary', fault)).toEqual([]));
});
