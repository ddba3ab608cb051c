import type { Wire } from '@lamppost/protocol';
import { Analytics } from '@segment/analytics-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ForgetfulProxy } from '../harness/forgetful-proxy.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

/** Unmodified clients of other products, behind a proxy that makes each of them repeat what was already taken. */
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { LP_COMPAT: 'segment, posthog, otlp, sentry' } });
  await server.waitForStore();
});
afterAll(() => server.dispose());

async function repeated(run: (project: TestProject, url: string) => Promise<void>): Promise<[TestProject, string[]]> {
  const project = await TestProject.create(server);
  const proxy = await ForgetfulProxy.start(server.url);
  await run(project, proxy.url).finally(() => proxy.close());
  return [project, proxy.lost];
}

/** Waits until so many items of a kind have arrived. */
async function ledgerOf(project: TestProject, kind: string, received: number) {
  let ledger: Wire['LedgerAnswer']['data'] | undefined;
  await waitUntil(async () => {
    const response = await project.get(`/v1/usage/ledger?kind=${kind}`);
    ledger = response.status === 200 ? response.data<Wire['LedgerAnswer']['data']>() : undefined;
    return (ledger?.totals.received ?? 0) >= received;
  }).catch(() => expect(ledger?.totals).toEqual({ received }));
  return ledger?.totals;
}

test('@segment/analytics-node: every message is an event, once', async () => {
  const [project, lost] = await repeated(async ({ publishable }, url) => {
    const client = new Analytics({ writeKey: publishable, host: url, path: '/compat/segment/v1/batch' });
    client.track({
      userId: 'u1',
      event: 'bought',
      properties: { amount: 3 },
      context: { ip: '203.0.113.9', app: { version: '2.0' } },
    });
    client.identify({ userId: 'u1', anonymousId: 'a1', traits: { plan: 'pro' } });
    client.page({ anonymousId: 'a1', name: 'Home', properties: { url: 'https://shop.example/' } });
    client.screen({ anonymousId: 'a1', name: 'Cart' });
    client.group({ userId: 'u1', groupId: 'g1', traits: { seats: 5 } });
    client.alias({ userId: 'u1', previousId: 'a0' });
    await client.closeAndFlush({ timeout: 10_000 });
  });
  expect(lost).toEqual(['/compat/segment/v1/batch']);
  const events = await project.events(6);
  expect(await ledgerOf(project, 'events', 12)).toMatchObject({ received: 12, stored: 6, duplicate: 6, rejected: 0 });
  expect(events.map(({ event, type, user_id, anonymous_id }) => [event, type, user_id, anonymous_id])).toEqual([
    ['bought', 'track', 'u1', null],
    ['$identify', 'identify', 'u1', 'a1'],
    ['$pageview', 'page', null, 'a1'],
    ['$screen', 'screen', null, 'a1'],
    ['$group', 'group', 'u1', null],
    ['$identify', 'identify', 'u1', 'a0'],
  ]);
  const [bought, , page, , group] = events;
  expect(bought).toMatchObject({
    properties: { amount: 3 },
    context: { app: { version: '2.0' }, sdk: { name: '@segment/analytics-node' }, device: { platform: 'server' } },
  });
  expect(page?.properties).toEqual({ url: 'https://shop.example/', name: 'Home' });
  expect(group).toMatchObject({ properties: { seats: 5, group_id: 'g1' }, context: { account: { id: 'g1' } } });
  expect(JSON.stringify(events)).not.toContain('203.0.113.9');
});
