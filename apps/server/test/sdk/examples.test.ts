import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { launchChromium } from '../harness/launch-chromium.ts';
import { openLampShop, RunningExample } from '../harness/running-example.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let browser: Browser;
const running: RunningExample[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([TestServer.shared(), launchChromium()]);
  await server.waitForStore();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(running.map((example) => example.stop()));
});

/** An example with a project of its own, in which the lamp shop is open. */
async function start(name: string) {
  const project = await TestProject.create(server);
  const admin = await openLampShop(project);
  const example = await RunningExample.start(name, project);
  running.push(example);
  return { example, project, admin };
}

/** A page for a visitor who was never there before, and what it threw or logged as an error. */
async function visit(url: string) {
  const page = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${error}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  return { page, problems };
}

interface Arrived {
  /** How many there are of each name. */
  readonly events: Readonly<Record<string, number>>;
  readonly crashes: readonly string[];
  /** Names of measurements. */
  readonly metrics: readonly string[];
}

async function arrivedIn(project: TestProject): Promise<Arrived> {
  const rows = (await project.get('/v1/events?limit=100')).data<{ event: string }[]>();
  const groups = (await project.get('/v1/crashes/groups')).data<{ title: string; reports: number }[]>();
  const metrics = (await project.get('/v1/performance/summary')).data<{ metric_name: string }[]>();
  return {
    events: rows.reduce<Record<string, number>>((counts, { event }) => {
      counts[event] = (counts[event] ?? 0) + 1;
      return counts;
    }, {}),
    crashes: groups.flatMap(({ title, reports }) => Array<string>(reports).fill(title)),
    metrics: metrics.map(({ metric_name: name }) => name).toSorted(),
  };
}

/** The server shows what it has taken within two seconds; SDKs send what waits within five. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 250 });

describe.concurrent('each example shows what it says that it shows', { timeout: 120_000 }, () => {
  test('vanilla: events, a flag, an experiment, an error and consent, by a script tag', async ({ expect }) => {
    const { example, project } = await start('vanilla');
    const { page, problems } = await visit(example.url);
    await page.getByText('Free shipping').waitFor();
    await page.getByRole('button', { name: 'Order' }).first().click();
    await page.getByText('Ordered: desk').waitFor();
    await page.getByRole('button', { name: 'Use a voucher' }).click();
    await eventually(async () => expect((await arrivedIn(project)).events).toMatchObject({ 'order placed': 1 }));
    const consent = page.getByRole('checkbox');
    await consent.uncheck();
    await page.getByRole('button', { name: 'Order' }).last().click();
    await consent.check();
    await page.getByRole('button', { name: 'Order' }).first().click();
    await page.goto('about:blank');
    await eventually(async () => {
      const orders = (await project.get('/v1/events?event=order+placed')).data<{ properties: { lamp: string } }[]>();
      expect(orders.map(({ properties }) => properties.lamp)).toEqual(['desk', 'desk']);
      const { events, crashes, metrics } = await arrivedIn(project);
      expect(events).toMatchObject({
        $session_start: expect.any(Number),
        $pageview: expect.any(Number),
        $flag_exposure: expect.any(Number),
        $experiment_exposure: expect.any(Number),
      });
      expect(crashes).toEqual(['Error: Vouchers are not there yet']);
      expect(metrics).toEqual(expect.arrayContaining(['FCP', 'LCP', 'TTFB']));
    });
    expect(problems).toEqual(['Error: Vouchers are not there yet']);
  });

  test('react: rendered by a server, hydrated, sent once, and broken in one place only', async ({ expect }) => {
    const { example, project, admin } = await start('react');
    const html = await (await fetch(example.url)).text();
    expect(html).toContain('<p>Free shipping</p>');
    const { page, problems } = await visit(example.url);
    await page.getByRole('button', { name: 'Order' }).first().click();
    await page.getByText('Ordered: desk').waitFor();
    await admin.change('free_shipping', { default_value: false });
    await page.getByText('Shipping: 5 €').waitFor();
    expect(problems).toEqual([]);
    await page.getByRole('link', { name: 'Basket' }).click();
    await page.getByRole('button', { name: 'Use a voucher' }).click();
    await page.getByText('This page broke. It was reported.').waitFor();
    await page.getByRole('link', { name: 'Lamps' }).click();
    await page.getByText('Shipping: 5 €').waitFor();
    await page.goto('about:blank');
    await eventually(async () => {
      const { events, crashes, metrics } = await arrivedIn(project);
      expect(events).toMatchObject({
        $session_start: 1,
        $pageview: 3,
        $flag_exposure: 2,
        $experiment_exposure: 1,
        'order placed': 1,
      });
      expect(crashes).toEqual([expect.stringContaining('TypeError: Cannot read properties of undefined')]);
      expect(metrics).toEqual(expect.arrayContaining(['FCP', 'LCP', 'TTFB']));
    });
  });

  test('node-api: a user for each request, spans, an error, and an end that loses nothing', async ({ expect }) => {
    const { example, project } = await start('node-api');
    const lamps = await fetch(`${example.url}/lamps`);
    expect(await lamps.json()).toMatchObject({ shipping_cents: 0 });
    const order = (user: string) =>
      fetch(`${example.url}/orders`, {
        method: 'POST',
        headers: { 'x-user': user, 'content-type': 'application/json' },
        body: '{"lamp":"desk"}',
      });
    const cents = async (user: string) => ((await (await order(user)).json()) as { cents: number }).cents;
    const users = Array.from({ length: 12 }, (_, at) => `user-${at}`);
    const prices = await Promise.all(users.map(cents));
    // Of twelve all get the same once in two thousand times, and then always: names decide.
    expect(new Set(prices)).toEqual(new Set([4_900, 4_410]));
    expect((await fetch(`${example.url}/lamps/desk/manual`)).status).toBe(500);
    expect(await example.stop()).toBe(0);
    await eventually(async () => {
      const { events, crashes, metrics } = await arrivedIn(project);
      expect(events).toMatchObject({ $experiment_exposure: 12, 'order placed': 12 });
      expect(crashes).toEqual([expect.stringContaining('ENOENT')]);
      expect(metrics).toEqual(['GET /lamps', 'GET /lamps/:id/manual', 'POST /orders']);
    });
  });

  test('react-native: a screen on a phone that is none', async ({ expect }) => {
    const { example, project } = await start('react-native');
    const { page, problems } = await visit(example.url);
    await page.getByText('Free shipping').waitFor();
    await page.getByRole('button', { name: 'Order the desk lamp' }).click();
    await page.getByText('Ordered: desk').waitFor();
    await page.getByRole('button', { name: 'Use a voucher' }).click();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await eventually(async () => {
      const { events, crashes, metrics } = await arrivedIn(project);
      expect(events).toMatchObject({
        $app_install: 1,
        $session_start: 1,
        $screen: 1,
        $flag_exposure: 1,
        $experiment_exposure: 1,
        'order placed': 1,
      });
      expect(crashes).toEqual(['Error: Vouchers are not there yet']);
      expect(metrics).toEqual(expect.arrayContaining(['cold_start', expect.stringContaining('/lamps.json')]));
    });
    expect(problems).toEqual(['Error: Vouchers are not there yet']);
  });

  test('one command starts an example with a Lamppost of its own, and leaves nothing behind', async ({ expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lamppost-example-test-'));
    const example = await RunningExample.start('node-api', undefined, { TMPDIR: folder });
    running.push(example);
    expect(readdirSync(folder)).toHaveLength(1);
    const [, url = '', email, password] = /at (\S+): sign in as (\S+) with (\S+)\. /.exec(example.output) ?? [];
    const session = await fetch(`${url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password }),
    });
    expect(session.status).toBeLessThan(300);
    expect(await (await fetch(`${example.url}/lamps`)).json()).toMatchObject({ shipping_cents: 0 });
    await fetch(`${example.url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"lamp":"floor"}',
    });
    await eventually(() => expect(example.output).toContain('· order placed of anna: lamp "floor"'));
    expect(await example.stop()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
    rmdirSync(folder);
  });
});
