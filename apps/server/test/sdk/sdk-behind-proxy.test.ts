import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { programPath, startSiteProxy } from '../harness/site-proxy.ts';
import { TestProject } from '../harness/test-project.ts';
import { VisitedSite } from '../harness/visited-site.ts';

declare const lamppost: {
  track(name: string): void;
  flag(key: string, fallback: string): string;
  identify(userId: string): void;
  measure(measurement: object): void;
  captureError(error: unknown): void;
  status(): { readonly queued: number; readonly sending: string };
};

let server: TestServer;
let site: VisitedSite;
beforeAll(async () => {
  [server, site] = await Promise.all([TestServer.shared(), VisitedSite.open()]);
  await server.waitForStore();
}, 120_000);
afterAll(() => site.close());

describe.each(['nginx', 'caddy'] as const)('a site that hands a path on with %s, as the guide says', (kind) => {
  const isInstalled = programPath(kind) !== undefined;
  if (!isInstalled)
    process.stderr.write(`SKIPPED: ${kind} is not installed, so its recipe in docs/guides/proxy.md is not tested\n`);

  test.skipIf(!isInstalled)(
    'the SDK works through it, streams included, and nothing else of Lamppost is there',
    async () => {
      const project = await TestProject.create(server);
      const admin = new Admin(project);
      const { id } = await admin.flag('banner', { value_type: 'string', default_value: 'a' });
      const proxy = await startSiteProxy(kind, site.url, server.url);
      const visitor = await site.visitor({
        key: project.publishable,
        url: `${proxy.url}/lp`,
        flushMs: 100,
        stream: true,
      });
      try {
        const { page, problems } = await site.tab(visitor, '/shop', proxy.url);
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).origin));
        await page.waitForFunction(() => lamppost.flag('banner', '') === 'a');
        await page.evaluate(() => {
          lamppost.identify('ada');
          lamppost.track('bought');
          lamppost.measure({ type: 'span', name: 'slow', value: 5 });
          lamppost.captureError(new Error('broken'));
        });
        await page.waitForFunction(() => lamppost.status().queued === 0);
        const [bought] = await project.events(1, '?event=bought');
        expect(bought?.user_id).toBe('ada');
        await waitUntil(async () => (await project.get('/v1/crashes/groups')).status === 200);
        await admin.rollout(id, 100, 'b');
        await page.waitForFunction(() => lamppost.flag('banner', '') === 'b');
        expect(await page.evaluate(() => lamppost.status().sending)).toBe('on');
        expect(new Set(asked)).toEqual(new Set([proxy.url]));
        expect(problems).toEqual([]);

        const statusOf = async (path: string): Promise<number> =>
          (await fetch(proxy.url + path, { headers: { Authorization: `Bearer ${project.secret}` } })).status;
        expect(await statusOf('/lp/sdk/lamppost.js')).toBe(200);
        for (const path of [
          '/lp/',
          '/lp/v1/events',
          '/lp/v1/flags',
          '/lp/v1/devices',
          '/lp/healthz',
          '/lp/v1/config/../flags',
        ])
          expect([path, await statusOf(path)]).toEqual([path, 404]);
      } finally {
        await visitor.close();
        await proxy.stop();
      }
    },
    120_000,
  );
});
