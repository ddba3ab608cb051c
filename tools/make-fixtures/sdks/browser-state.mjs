import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../run/find-chromium.mjs';
import { useClient } from './use-client.mjs';

/**
 * What stands in the `localStorage` of a page, in Chromium.
 * @param {string} checkout
 * @param {{ key: string, url: string, cut: () => Promise<void> }} place
 * @returns {Promise<import('./use-client.mjs').SdkState>}
 */
export async function browserState(checkout, { key, url, cut }) {
  const script = readFileSync(join(checkout, 'packages/sdk-browser/dist/index.js'), 'utf8');
  // What a page tells by itself, and when, is the browser's business; what is called is the fixture's.
  const options = {
    key,
    url,
    app: { version: '2.0.0', build: '200' },
    flushMs: 50,
    pageViews: false,
    webVitals: false,
  };
  const page = `import { createLamppost } from '/sdk.js'; globalThis.lamppost = createLamppost(${JSON.stringify(options)});`;
  const site = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isScript ? script : `<!doctype html><title>A shop</title><script type="module">${page}</script>`);
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
  const executablePath = findChromium();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  try {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    const waiting = `${`const waitUntil = ${waitInPage}`}; return (${useClient})(lamppost, 'browser', cut)`;
    await tab.exposeFunction('cut', cut);
    const state = await tab.evaluate(`(async () => { ${waiting} })()`);
    const stored = /** @type {Record<string, string>} */ (await tab.evaluate('({ ...localStorage })'));
    return { stored, .../** @type {Omit<import('./use-client.mjs').SdkState, 'stored'>} */ (state) };
  } finally {
    await browser.close();
    site.close();
  }
}

/** @param {string} what @param {() => boolean} isSo */
async function waitInPage(what, isSo) {
  for (let at = 0; !isSo(); at += 1) {
    if (at === 200) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
