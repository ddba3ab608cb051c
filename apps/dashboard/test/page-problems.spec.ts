import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

test('a page whose code cannot be loaded is tried anew once, and leaves the frame standing', async ({
  signedIn: page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await page.goto('/p/default/production/flags');
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/\/assets\/devices-page-[^/]+\.js/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search pages/ }).fill('devices');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("Couldn't show this page");
  expect(loads).toBeGreaterThan(0);
  expect(loads).toBeLessThanOrEqual(2);
  await shot(page, 'page-problem');
  await page.unroute(/\/assets\/devices-page-[^/]+\.js/);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a server that cannot be reached is said at the door, and trying again helps', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|status of 401|ApiProblem/);
  await page.route('**/v1/session', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText("Couldn't reach the server");
  await expectAccessible(page);
  await page.unroute('**/v1/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
