import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

declare const runAll: () => Promise<Record<string, string>>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
let server: Server;
let browser: Browser;
let page: Page;
/** What the page did not catch. */
const escaped: string[] = [];
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [here('testing/contract-page.ts')],
    alias: { vitest: here('testing/page-vitest.ts') },
    bundle: true,
    format: 'iife',
    write: false,
  });
  server = createServer(({ url }, response) => {
    if (url === '/silent') return;
    response.statusCode = url === '/broken' ? 500 : 200;
    if (url === '/') response.setHeader('Content-Type', 'text/html').end(`<script>${outputFiles[0]?.text}</script>`);
    else response.end('{"data":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.LP_CHROMIUM;
  browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
  page = await browser.newPage();
  page.on('pageerror', (error) => escaped.push(error.message));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a page keeps the promises of a platform', async () => {
  const outcomes = await page.evaluate(() => runAll());
  expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(6);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'passed')).toEqual([]);
  expect(escaped).toEqual([]);
}, 60_000);
