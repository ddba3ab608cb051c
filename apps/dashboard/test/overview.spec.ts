import type { Page } from '@playwright/test';
import { DAY_MS } from '../src/design/format/units.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = new Date(midnight - 28 * DAY_MS).toISOString();
const to = new Date(midnight).toISOString();
/** A range that stands still, so that the page and the test ask the same. */
const overview = `/p/default/production/overview?from=${from}&to=${to}`;

async function ask<T>({ base_url, keys }: Bootstrap, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${base_url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${keys.production.secret}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: T }).data;
}

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'At a glance' }).locator('> *').filter({ hasText: name });

test('the numbers are those that the API answers, and lead to their pages with the same range', async ({
  signedIn: page,
  bootstrap,
}) => {
  const sql = `SELECT count(*) AS events, count(DISTINCT person_id) AS people FROM events WHERE timestamp >= TIMESTAMP '${from}' AND timestamp < TIMESTAMP '${to}'`;
  const counted = await ask<{ rows: [number, number][] }>(bootstrap, '/v1/insights/query', {
    query: { kind: 'sql', sql },
  });
  const [events = 0, people = 0] = counted.rows[0] ?? [];
  const health = await ask<{ sessions: number; crash_free_sessions: { rate: number } }>(
    bootstrap,
    `/v1/crashes/health?from=${from}&to=${to}`,
  );
  expect(people).toBeGreaterThan(0);
  await page.goto(overview);
  const exact = (value: number): string => value.toLocaleString('en');
  await expect(tile(page, 'Active users').locator(`[data-hint="${exact(people)}"]`)).toBeVisible();
  await expect(tile(page, 'Events').locator(`[data-hint="${exact(events)}"]`)).toBeVisible();
  const rate = health.crash_free_sessions.rate.toLocaleString('en', { maximumFractionDigits: 6 });
  await expect(tile(page, 'Crash-free sessions').locator(`[data-hint^="${rate} of"]`)).toBeVisible();
  await expect(tile(page, 'Cold start')).toContainText(/\d\s(ms|s)/);
  await shot(page, 'overview-light');
  await page.getByRole('link', { name: 'Crash-free sessions' }).click();
  await expect(page).toHaveURL(/\/crashes\?.*from=/);
});

test('active users are drawn with what was changed meanwhile', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview?range=24h');
  const chart = page.getByRole('figure', { name: 'Active users' });
  await expect(chart.getByRole('img', { name: /Active users/ })).toBeVisible();
  const mark = chart.locator('button[aria-label*="changes"], button[aria-label*="_"]').first();
  await mark.hover();
  await expect(page.getByText(/by secret key/).first()).toBeVisible();
  await mark.click();
  await page.mouse.move(0, 0);
  const changes = page.getByRole('list', { name: /changes?$/i });
  await expect(changes.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(changes).toHaveCount(0);
});

test('a day that the range begins in the middle of is told apart', async ({ signedIn: page }) => {
  const noon = new Date(midnight - 27.5 * DAY_MS).toISOString();
  await page.goto(`/p/default/production/overview?from=${noon}&to=${to}`);
  const chart = page.getByRole('figure', { name: 'Active users' });
  await chart.getByRole('img', { name: /Active users/ }).focus();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('status')).toContainText('(partial)');
  await page.keyboard.press('ArrowRight');
  await expect(chart.getByRole('status')).not.toContainText('(partial)');
});

test('what needs a look is a sentence with a link', async ({ signedIn: page, bootstrap }) => {
  await page.goto('/p/default/production/overview?range=30d');
  const list = page.getByRole('region', { name: 'Needs attention' });
  const ledger = await ask<{ totals: { rejected: number } }>(
    bootstrap,
    `/v1/usage/ledger?from=${new Date(Date.now() - 20 * DAY_MS).toISOString()}&interval=day`,
  );
  expect(ledger.totals.rejected).toBeGreaterThan(0);
  const line = list.getByRole('listitem').filter({ hasText: 'rejected' });
  await expect(line).toContainText(`${ledger.totals.rejected} events were rejected`);
  await line.getByRole('link').click();
  await expect(page).toHaveURL(/\/data\?.*tab=failed/);
});

test('a part that fails leaves the others alone and can be tried again', async ({ signedIn: page, watch }) => {
  watch.allow(/500|Failed to load resource/);
  let isBroken = true;
  await page.route('**/v1/crashes/health*', (route) =>
    isBroken
      ? route.fulfill({ status: 400, json: { error: { code: 'VALIDATION_ERROR', message: 'No.' } } })
      : route.continue(),
  );
  await page.goto(overview);
  await expect(tile(page, 'Crash-free sessions')).toContainText("Couldn't load sessions");
  await expect(tile(page, 'Active users').locator('[data-hint]').first()).toBeVisible();
  isBroken = false;
  await tile(page, 'Crash-free sessions').getByRole('button', { name: 'Try again' }).click();
  await expect(tile(page, 'Crash-free sessions')).toContainText('%');
});

/** How many of the page's animations never end. */
const endlessMotions = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
        .length,
  );

test('what still loads does not move for people who want less motion', async ({ signedIn: page }) => {
  await page.route('**/v1/crashes/health*', () => {
    // It is never answered.
  });
  await page.goto(overview);
  await expect(tile(page, 'Crash-free sessions').locator('.mantine-Skeleton-root').first()).toBeVisible();
  await expect.poll(() => endlessMotions(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => endlessMotions(page)).toBeGreaterThan(0);
});

test('top pages, sources and countries of web data lead to Explore, and are not shown without', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/overview'));
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  const visits = [
    { path: '/pricing', referrer: 'https://search.example/a', utm_source: 'letter' },
    { path: '/pricing', referrer: 'https://search.example/b' },
    { path: '/', referrer: '/pricing' },
    { path: '/cart', referrer: 'https://shop.example/pricing' },
  ];
  await ownProject.api('POST', '/v1/ingest', {
    batch: visits.map((properties) => ({ type: 'page', event: '$pageview', properties })),
    context: { user: { id: 'u-1' }, device: { country: 'DE' }, page: { host: 'shop.example' } },
  });
  await resize(page, { width: 1440, height: 900 });
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Top pages' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('listitem')).toHaveText([/search\.example.*2/]);
  await sources.getByRole('button', { name: 'UTM source' }).click();
  await expect(sources.getByRole('listitem')).toHaveText([/letter.*1/]);
  await expect(page.getByRole('region', { name: 'Countries' }).getByRole('listitem')).toHaveText([/Germany.*4/]);
  const link = page.getByRole('region', { name: 'Top pages' }).getByRole('link', { name: '/pricing' });
  await shot(page, 'overview-traffic');
  await expectAccessible(page);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'overview-traffic-phone');
  await link.click();
  await expect(page).toHaveURL(/\/explore/);
  await expect(page.getByRole('button', { name: 'Breakdown: path' })).toBeVisible();
});
