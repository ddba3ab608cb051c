import type { BrowserContext, Page } from '@playwright/test';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';
import { VisitedSite } from '../harness/visited-site.ts';

/** As much of the client in a page as is called here. */
declare const lamppost: {
  readonly ready: Promise<void>;
  track(name: string, properties?: object): void;
  identify(userId: string): void;
  flag(key: string, fallback: string): string;
  flush(): Promise<unknown>;
  optIn(): void;
  status(): { readonly queued: number; readonly userId: string | null; readonly deviceId: string };
};

/** Most of it is waiting, so tests wait side by side; on a busy machine that takes longer. */
const patience = { timeout: 240_000 };

let server: TestServer;
let site: VisitedSite;
beforeAll(async () => {
  [server, site] = await Promise.all([TestServer.shared(), VisitedSite.open()]);
  await server.waitForStore();
}, patience.timeout);
afterAll(() => site.close());
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('visitor', async ({ project }, { onCleanup }) => {
    const visitor = await visit(project);
    onCleanup(() => visitor.close());
    return visitor;
  });

const settingsOf = (project: TestProject) => ({
  key: project.publishable,
  url: server.url,
  app: { version: '1.2.3' },
  flushMs: 200,
});
const visit = (project: TestProject, options: object = {}): Promise<BrowserContext> =>
  site.visitor({ ...settingsOf(project), ...options });

const trackMany = (page: Page, name: string, count: number): Promise<void> =>
  page.evaluate(
    ([event, times]) => {
      for (let index = 0; index < times; index += 1) lamppost.track(event, { index });
    },
    [name, count] as const,
  );
const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const nothingWaits = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => lamppost.status().queued === 0, undefined, { timeout: 120_000 });

describe.concurrent('what a page sends by itself', patience, () => {
  test('views of pages: as they load, as they become others, and not when they stay the same', async ({
    project,
    visitor,
  }) => {
    const { page, problems } = await site.tab(visitor, '/shop?utm_source=mail&secret=1');
    await page.evaluate(() => {
      history.pushState({}, '', '/shop/lamps?sort=price');
      history.replaceState({}, '', '/shop/lamps?sort=name');
      location.hash = '#reviews';
      history.pushState({}, '', '/shop/lamps#/size/5');
    });
    await page.evaluate(() => history.go(-2));
    await nothingWaits(page);
    const rows = await project.events(4, '?event=$pageview');
    expect(rows.map(({ type, properties }) => [type, properties])).toEqual([
      ['page', { path: '/shop', referrer: '', utm_source: 'mail' }],
      ['page', { path: '/shop/lamps', referrer: '/shop' }],
      ['page', { path: '/shop/lamps#/size/5', referrer: '/shop/lamps' }],
      ['page', { path: '/shop/lamps', referrer: '/shop/lamps#/size/5' }],
    ]);
    expect(rows[0]?.context).toMatchObject({
      device: { platform: 'web', model: 'Chrome', os_name: 'Linux', type: 'desktop' },
      app: { version: '1.2.3' },
      sdk: { name: '@lamppost/browser' },
    });
    expect(problems).toEqual([]);
  });

  test('an uncaught error and a rejection, with what happened before and nothing that was typed', async ({
    project,
    visitor,
  }) => {
    const { page } = await site.tab(visitor, '/cart');
    await page.click('#buy span');
    await page.evaluate(() => document.dispatchEvent(new MouseEvent('click')));
    await page.fill('#card', 'typed 4242');
    await page.click('#card');
    await page.evaluate(async () => {
      await fetch('/missing?token=secret');
      console.error('cart is', 'empty');
    });
    await page.click('#break');
    await page.evaluate(() => {
      setTimeout(() => Promise.reject(new RangeError('too many lamps')));
      setTimeout(() => {
        throw 'a text';
      });
    });
    const groups = async () => {
      const response = await project.get('/v1/crashes/groups');
      return response.status === 200 ? response.data<{ id: string; exception_type: string }[]>() : [];
    };
    await waitUntil(
      async () => (await project.get('/v1/crashes/groups')).status === 200 && (await groups()).length === 3,
    );
    const found = await groups();
    expect(found.map(({ exception_type }) => exception_type).sort()).toEqual(['Error', 'RangeError', 'ReferenceError']);
    const id = found.find(({ exception_type }) => exception_type === 'ReferenceError')?.id;
    const [report] = (await project.get(`/v1/crashes/groups/${id}/reports`)).data<Record<string, never>[]>();
    expect(report).toMatchObject({
      platform: 'web',
      exceptions: [
        {
          message: 'undefinedThing is not defined',
          frames: [{ function: 'HTMLButtonElement.onBreak', file: `${site.url}/breaking.js`, line: 2 }],
        },
      ],
      context: { app_version: '1.2.3', screen_name: '/cart', is_foreground: true },
      custom_data: { mechanism: 'error', is_unhandled: true },
    });
    const crumbs = (report?.breadcrumbs as { category: string; message: string }[] | undefined) ?? [];
    expect(crumbs.map(({ category, message }) => `${category}: ${message}`)).toEqual([
      'navigation: /cart',
      'click: button#buy wide green',
      'click: input#card ',
      'fetch: GET /missing 404',
      'console: cart is,empty',
      'click: button#break ',
    ]);
    expect(JSON.stringify(report)).not.toMatch(/4242|token=/);
  });

  test('its vitals, when it is left', async ({ project, visitor }) => {
    const { page } = await site.tab(visitor, '/vitals');
    await page.waitForFunction(() => performance.getEntriesByType('paint').length === 2);
    await page.click('#buy');
    await twoFrames(page);
    await page.goto('about:blank');
    let summary: { metric_name: string; count: number; p50: number }[] = [];
    await waitUntil(async () => {
      const response = await project.get('/v1/performance/summary?metric_type=web_vital');
      if (response.status === 200) summary = response.data<typeof summary>();
      return summary.length === 5;
    });
    expect(summary.map(({ metric_name, count }) => [metric_name, count]).sort()).toEqual([
      ['CLS', 1],
      ['FCP', 1],
      ['INP', 1],
      ['LCP', 1],
      ['TTFB', 1],
    ]);
    const value = (name: string) => summary.find(({ metric_name }) => metric_name === name)?.p50 ?? -1;
    expect(value('TTFB')).toBeGreaterThan(0);
    expect(value('FCP')).toBeGreaterThanOrEqual(value('TTFB'));
    expect(value('LCP')).toBeGreaterThanOrEqual(value('FCP'));
  });
});

describe.concurrent('nothing is lost, and nothing is counted twice', patience, () => {
  test('when a page is closed: what waits outlives it', async ({ project }) => {
    const visitor = await visit(project, { flushMs: 600_000, flushAt: 1_000 });
    await visitor.newPage();
    const { page } = await site.tab(visitor);
    await page.evaluate(() => lamppost.flush());
    await trackMany(page, 'last words', 15);
    await page.close({ runBeforeUnload: true });
    await server.waitForCount(15, '?event=last+words', project.secret, 120_000);
    await visitor.close();
  });

  test('when a page is left with more than outlives it: the rest is sent at the next visit', async ({
    project,
    visitor,
  }) => {
    const { page } = await site.tab(visitor);
    await page.evaluate(() => lamppost.flush());
    await page.evaluate(() => {
      for (let index = 0; index < 19; index += 1) lamppost.track('large', { text: 'x'.repeat(9_000) });
    });
    await page.goto('about:blank');
    await page.goto(site.url);
    await server.waitForCount(19, '?event=large', project.secret, 120_000);
  });

  test('when a page is closed while its requests fail, and its tab is the only one', async ({ project, visitor }) => {
    const { page } = await site.tab(visitor);
    await page.route(`${server.url}/**`, (route) => route.abort());
    await trackMany(page, 'kept', 40);
    await page.close();
    const next = await site.tab(visitor, '/next');
    await server.waitForCount(40, '?event=kept', project.secret, 120_000);
    await nothingWaits(next.page);
  });

  test('when a full queue of 1,000 events is reloaded', async ({ project, visitor }) => {
    const { page } = await site.tab(visitor);
    await page.evaluate(() => lamppost.flush());
    await page.route(`${server.url}/v1/ingest`, (route) => route.abort());
    await trackMany(page, 'filled', 1_000);
    expect(await page.evaluate(() => lamppost.status().queued)).toBeGreaterThanOrEqual(1_000);
    await page.unroute(`${server.url}/v1/ingest`);
    await page.reload();
    await server.waitForCount(1_000, '?event=filled', project.secret, 120_000);
    await nothingWaits(page);
    await server.waitForCount(1_000, '?event=filled', project.secret, 120_000);
  });

  test('when a page is left in the middle of a request, whether the server got it or not', async ({
    project,
    visitor,
  }) => {
    const { page } = await site.tab(visitor);
    await page.evaluate(() => lamppost.flush());
    let isUnderWay = (): void => {};
    const underWay = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    await page.route(`${server.url}/v1/ingest`, async (route) => {
      // The server has it, and the page never hears of it.
      await route.fetch();
      isUnderWay();
    });
    await trackMany(page, 'interrupted', 30);
    await underWay;
    await page.goto('about:blank');
    await page.unroute(`${server.url}/v1/ingest`);
    await page.goto(site.url);
    await nothingWaits(page);
    await server.waitForCount(30, '?event=interrupted', project.secret, 120_000);
  });

  test('when the network is gone for a while', async ({ project, visitor }) => {
    const { page } = await site.tab(visitor);
    await page.evaluate(() => lamppost.flush());
    await visitor.setOffline(true);
    await trackMany(page, 'offline', 50);
    await page.evaluate(() => lamppost.flush());
    expect(await page.evaluate(() => lamppost.status().queued)).toBe(50);
    await visitor.setOffline(false);
    await server.waitForCount(50, '?event=offline', project.secret, 120_000);
  });

  test('when several tabs send, and one of them is closed before it could', async ({ project, visitor }) => {
    const tabs = [await site.tab(visitor), await site.tab(visitor), await site.tab(visitor)];
    const [first, second, third] = tabs.map(({ page }) => page) as [Page, Page, Page];
    const sent: string[] = [];
    visitor.on('request', (request) => {
      if (request.url().endsWith('/v1/ingest')) sent.push(...(request.postData()?.match(/"event_id":"[^"]+"/g) ?? []));
    });
    await first.evaluate(() => lamppost.identify('ada'));
    for (const { page } of tabs) await trackMany(page, 'from tabs', 25);
    for (const { page } of tabs) await nothingWaits(page);
    expect(sent.length).toBe(new Set(sent).size);
    await server.waitForCount(75, '?event=from+tabs', project.secret, 120_000);
    expect(await second.evaluate(() => lamppost.status().userId)).toBe('ada');
    expect(await second.evaluate(() => lamppost.status().deviceId)).toBe(
      await first.evaluate(() => lamppost.status().deviceId),
    );

    await third.route(`${server.url}/**`, (route) => route.abort());
    await trackMany(third, 'left behind', 10);
    await third.close();
    await first.evaluate(() => dispatchEvent(new Event('online')));
    await server.waitForCount(10, '?event=left+behind', project.secret, 120_000);
    await server.waitForCount(1, '?event=$session_start', project.secret, 120_000);
  });
});

describe.concurrent('where a page is not what one hopes for', patience, () => {
  test('without a storage it works from memory', async ({ project, visitor }) => {
    await visitor.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    const { page, problems } = await site.tab(visitor);
    await trackMany(page, 'from memory', 25);
    await server.waitForCount(25, '?event=from+memory', project.secret, 120_000);
    expect(problems).toEqual([]);
  });

  test('with a full storage it works from memory', async ({ project, visitor }) => {
    const { page, problems } = await site.tab(visitor, '/plain');
    await page.evaluate(() => {
      for (let size = 1 << 22; size >= 1; size >>= 1)
        try {
          localStorage.setItem(`full ${size}`, 'x'.repeat(size));
        } catch {
          // Until nothing fits any more.
        }
    });
    await page.goto(site.url);
    await trackMany(page, 'beside it', 25);
    await server.waitForCount(25, '?event=beside+it', project.secret, 120_000);
    expect(problems).toEqual([]);
  });

  test('without https, and so without locks, tabs share who they are and nothing counts twice', async ({
    project,
    visitor,
  }) => {
    const insecure = `http://insecure.test:${site.port}`;
    const first = await site.tab(visitor, '/', insecure);
    expect(await first.page.evaluate(() => navigator.locks)).toBeUndefined();
    const second = await site.tab(visitor, '/', insecure);
    await first.page.evaluate(() => lamppost.identify('ada'));
    await second.page.waitForFunction(() => lamppost.status().userId === 'ada');
    await first.page.route(`${server.url}/**`, (route) => route.abort());
    await trackMany(first.page, 'insecure', 25);
    await trackMany(second.page, 'insecure', 25);
    await first.page.close();
    await second.page.reload();
    await server.waitForCount(50, '?event=insecure', project.secret, 120_000);
    await nothingWaits(second.page);
  });

  test('a return from the cache of the browser is a view of the page, which goes on as before', async ({
    project,
    onTestFinished,
  }) => {
    // The shell without windows has no such cache.
    const executablePath = process.env.LP_CHROMIUM_WITH_WINDOWS;
    const withCache = await VisitedSite.open({ ...(executablePath && { executablePath }) });
    onTestFinished(() => withCache.close());
    const { page } = await withCache.tab(await withCache.visitor(settingsOf(project)), '/first');
    await nothingWaits(page);
    await page.evaluate(() => {
      Object.assign(globalThis, { isTheSamePage: true });
    });
    await page.goto(`${withCache.url}/plain`);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => 'lamppost' in globalThis);
    expect(await page.evaluate(() => 'isTheSamePage' in globalThis)).toBe(true);
    await trackMany(page, 'after the return', 3);
    await nothingWaits(page);
    await server.waitForCount(3, '?event=after+the+return', project.secret, 120_000);
    await server.waitForCount(2, '?event=$pageview', project.secret, 120_000);
    const held = await page.evaluate(async () => ((await navigator.locks.query()).held ?? []).length);
    expect(held).toBe(1);
  });
});

describe.concurrent('how a page gets it', patience, () => {
  test('as a tag: what was pushed before the script was there runs, and the client is a global', async ({
    project,
    visitor,
  }) => {
    const { page, problems } = await site.tab(visitor, '/tag');
    await page.waitForFunction(() => 'track' in lamppost);
    await trackMany(page, 'after the script', 2);
    await nothingWaits(page);
    const [before] = await project.events(1, '?event=before+the+script');
    expect(before?.context).toMatchObject({ app: { version: '3.1' } });
    await server.waitForCount(2, '?event=after+the+script', project.secret, 120_000);
    await server.waitForCount(1, '?event=$pageview', project.secret, 120_000);
    expect(problems).toEqual([]);
  });

  test('with flags that follow the server, and are reported', async ({ project }) => {
    const admin = new Admin(project);
    await admin.flag('banner', { value_type: 'string' });
    await admin.rollout('banner', 100, 'blue');
    const visitor = await visit(project, { stream: true });
    const { page } = await site.tab(visitor);
    await page.waitForFunction(() => lamppost.flag('banner', '') === 'blue');
    await admin.rollout('banner', 100, 'green');
    await page.waitForFunction(() => lamppost.flag('banner', '') === 'green');
    await nothingWaits(page);
    const sent = await project.events(2, '?event=$flag_exposure');
    expect(sent.map(({ properties }) => properties.value)).toEqual(['blue', 'green']);
    // Stored, so there at once: before anybody has answered.
    await page.route(`${server.url}/**`, (route) => route.abort());
    await page.reload();
    expect(await page.evaluate(() => lamppost.flag('banner', ''))).toBe('green');
    await visitor.close();
  });

  test('and nothing of somebody who has not agreed, until they do', async ({ project }) => {
    const visitor = await visit(project, { optedOut: true });
    const { page } = await site.tab(visitor, '/landing');
    await trackMany(page, 'too early', 3);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.evaluate(() => lamppost.optIn());
    await nothingWaits(page);
    const rows = await project.events(2);
    expect(rows.map(({ event, properties }) => [event, properties.path])).toEqual([
      ['$session_start', undefined],
      ['$pageview', '/landing'],
    ]);
    await visitor.close();
  });
});
