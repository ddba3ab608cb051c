import type { Wire } from '@lamppost/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ForgetfulProxy } from '../harness/forgetful-proxy.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { TestBrowser } from '../harness/test-browser.ts';
import { TestProject } from '../harness/test-project.ts';

type Totals = Wire['LedgerAnswer']['data']['totals'];

let browser: TestBrowser;
let server: TestServer;
beforeAll(async () => {
  const env = { LP_COMPAT: 'segment,posthog,sentry' };
  [browser, server] = await Promise.all([TestBrowser.launch(), TestServer.start({ env })]);
  await server.waitForStore();
});
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

test('posthog-js, @sentry/browser and @segment/analytics-next on one page, repeating what they sent: the ledger adds up', async () => {
  const project = await TestProject.create(server);
  const flag = { key: 'theme', name: 'Theme', value_type: 'string', default_value: 'dark', platforms: ['web'] };
  expect((await project.post('/v1/flags', flag, { key: project.secret })).status).toBe(201);
  const proxy = await ForgetfulProxy.start(server.url, 'sent twice');
  const settings = { key: project.publishable, url: proxy.url };
  const { page, problems } = await browser.open('other-clients-app', { settings });
  expect(await page.evaluate('use()')).toBe('dark');

  const totals = async (kind: string): Promise<Totals> =>
    (await project.get(`/v1/usage/ledger?kind=${kind}`)).data<Wire['LedgerAnswer']['data']>().totals;
  await server.waitForCount(7, '', project.secret);
  // What was sent twice arrives a second time, maybe after all of it is stored.
  await waitUntil(async () => (await totals('events')).received >= 14 && (await totals('crashes')).received >= 2);
  proxy.close();
  expect(problems.filter((problem) => !problem.includes('no card'))).toEqual([]);

  const events = await project.events(7);
  const named = events.map(({ event, user_id, context }) => [event, user_id, (context.sdk as { name: string }).name]);
  expect(named).toEqual(
    expect.arrayContaining([
      ['$pageview', null, 'analytics.js'],
      ['$identify', 'u1', 'analytics.js'],
      ['bought by segment', 'u1', 'analytics.js'],
      ['$flag_exposure', null, 'web'],
      ['bought before sign-in', null, 'web'],
      ['$identify', 'u1', 'web'],
      ['bought by posthog', 'u1', 'web'],
    ]),
  );
  expect(JSON.stringify(events)).not.toContain(project.publishable);
  const before = events.find(({ event }) => event === 'bought before sign-in');
  const identify = events.filter(({ event }) => event === '$identify');
  expect(identify.map(({ anonymous_id }) => anonymous_id)).toContain(before?.anonymous_id);
  const clean = { rejected: 0, invalid: 0, limited: 0, failed: 0 };
  expect(await totals('events')).toMatchObject({ received: 14, stored: 7, duplicate: 7, ...clean });
  expect(await totals('crashes')).toMatchObject({ received: 2, stored: 1, duplicate: 1, ...clean });
  await waitUntil(async () => (await project.get('/v1/crashes/groups')).text.includes('TypeError: no card'));
});
