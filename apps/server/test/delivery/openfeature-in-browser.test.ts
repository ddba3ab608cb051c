import { afterAll, beforeAll, expect, test } from 'vitest';
import { Admin, when } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type OpenedPage, TestBrowser } from '../harness/test-browser.ts';
import { TestProject } from '../harness/test-project.ts';
import type {} from '../pages/open-feature-app.ts';

let browser: TestBrowser;
let server: TestServer;
let project: TestProject;
let admin: Admin;
let page: OpenedPage['page'];
let problems: OpenedPage['problems'];

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.launch(), TestServer.shared()]);
  project = await TestProject.create(server);
  admin = new Admin(project);
  await admin.flag('banner', { value_type: 'string', default_value: 'hello' });
  await admin.rules('banner', [
    { conditions: [when('user_id', 'eq', 'ada')], percentage: 100, enabled: true, value: 'hello Ada' },
  ]);
  await admin.flag('layout', { value_type: 'json', default_value: { columns: 3 } });
  await admin.running('offer');
  const settings = { key: project.publishable, url: server.url };
  ({ page, problems } = await browser.open('open-feature-app', { settings }));
});
afterAll(() => browser.close());

test('the provider becomes ready, and components have value, reason and where it comes from', async () => {
  await page.getByRole('heading', { name: 'hello' }).waitFor();
  await page.waitForFunction(() => shop.heard.some(({ event }) => event === 'PROVIDER_READY'));
  const text = (await page.locator('p').textContent()) ?? '';
  expect(text).toMatch(/^UNKNOWN server, (control|treatment) SPLIT$/);
  const details = await page.evaluate(() => {
    const client = shop.OpenFeature.getClient();
    return [
      client.getObjectDetails('layout', {}),
      client.getNumberDetails('banner', 7),
      client.getBooleanDetails('nothing', true),
    ];
  });
  expect(details).toMatchObject([
    {
      value: { columns: 3 },
      reason: 'UNKNOWN',
      flagMetadata: { source: 'server', config_version: expect.any(String) },
    },
    { value: 7, reason: 'ERROR', errorCode: 'TYPE_MISMATCH' },
    { value: true, reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' },
  ]);
});

test('a flag that is changed on the server is told by its name, and drawn', async () => {
  await admin.change('banner', { default_value: 'changed' });
  await page.getByRole('heading', { name: 'changed' }).waitFor();
  const changes = await page.evaluate(() =>
    shop.heard.filter(({ event }) => event === 'PROVIDER_CONFIGURATION_CHANGED').map(({ flags }) => flags),
  );
  expect(changes).toEqual([['banner']]);
});

test('what a component tracks arrives, and each value it read was reported once', async () => {
  await page.getByRole('button').click();
  const { properties, device_id } = await project.event('?event=bought');
  expect(properties).toEqual({ value: 5, currency: 'EUR' });
  expect(device_id).toBe(await page.evaluate(() => shop.lamppost.status().deviceId));
  const exposures = await project.events(3, '?event=$flag_exposure');
  const sent = exposures.map((row) => row.properties.value).sort();
  expect(sent).toEqual(['changed', 'hello', '{"columns":3}'].sort());
  await project.event('?event=$experiment_exposure');
});

test('the targeting key is the user, and components draw what that user is given', async () => {
  await page.evaluate(() => shop.OpenFeature.setContext({ targetingKey: 'ada', plan: 'gold' }));
  await page.getByRole('heading', { name: 'hello Ada' }).waitFor();
  await waitUntil(async () => (await project.get('/v1/people/ada')).status === 200);
  expect(problems).toEqual([]);
});
