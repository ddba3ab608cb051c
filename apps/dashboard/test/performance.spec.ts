import type { OwnProject } from './harness/own-project.ts';
import { expect, test } from './harness/test.ts';

interface Summary {
  readonly metric_name: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly error_rate: number;
}

const metric = (metric_type: string, metric_name: string, value_ms: number, more: object = {}) => ({
  metric_type,
  metric_name,
  value_ms,
  ...more,
});
const route = 'https://api.shop.example/v1/orders';

async function fill(project: OwnProject, baseUrl: string): Promise<readonly Summary[]> {
  const batches = [
    { app_version: '1.0.0', active_flags: { fast: true }, starts: [100, 200] },
    { app_version: '2.0.0', active_flags: { fast: false }, starts: [300, 400] },
  ];
  for (const { starts, ...context } of batches) {
    const batch = [
      ...starts.map((value) => metric('startup', 'cold_start', value)),
      metric('memory', 'memory_usage', 1536),
      metric('frames', 'frame_summary', 600),
      metric('web_vital', 'CLS', 0.125),
      metric('network', route, 80, { status_code: 200 }),
      metric('network', route, 120, { status_code: context.app_version === '2.0.0' ? 503 : 200 }),
      metric('span', '<img src=x onerror="globalThis.broken=1">', 5),
    ];
    const response = await fetch(`${baseUrl}/v1/performance/ingest`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${project.keys.production.publishable}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ batch, context: { platform: 'web', session_id: context.app_version, ...context } }),
    });
    expect(response.status).toBe(202);
  }
  const summary = () => project.api<readonly Summary[]>('GET', '/v1/performance/summary');
  await expect.poll(async () => (await summary()).reduce((sum, { count }) => sum + count, 0)).toBe(16);
  return summary();
}

test('metrics are shown in their own units, as the API counts them', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  const summary = await fill(ownProject, bootstrap.base_url);
  const start = summary.find(({ metric_name }) => metric_name === 'cold_start');
  expect(start).toMatchObject({ count: 4, p50: 250, p95: 385 });

  await page.goto(ownProject.page('/performance'));
  await expect(page.getByRole('heading', { level: 2, name: 'Cold start Good' })).toBeVisible();
  await expect(page.getByText('Good: p95 is 385 ms; good is at most 5 s.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Distribution of Cold start' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('250 ms', { exact: true }).first()).toBeVisible();
  const numbers = page.getByRole('table', { name: 'Cold start by version, in numbers' });
  await expect(numbers.getByRole('row').filter({ hasText: '1.0.0' })).toContainText('150 ms');
  await expect(numbers.getByRole('row').filter({ hasText: '2.0.0' })).toContainText('350 ms');

  const menu = page.getByRole('navigation', { name: 'Metrics' });
  await expect(menu.getByRole('link', { name: /Memory in use/ })).toContainText('1.5 GB');
  await expect(menu.getByRole('link', { name: /Frames drawn/ })).toContainText('600');
  await menu.getByRole('link', { name: /Cumulative layout shift/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/metric=CLS/);
  await expect(
    page.getByText('Needs improvement: p75 is 0.125; good is at most 0.1, poor is above 0.25.'),
  ).toBeVisible();

  await menu.getByRole('link', { name: /Cold start/ }).click();
  await page.goto(ownProject.page('/performance?metric=cold_start&type=startup&by=flag:fast'));
  const byFlag = page.getByRole('table', { name: 'Cold start by flag fast, in numbers' });
  await expect(byFlag.getByRole('row').filter({ hasText: 'true' })).toContainText('150 ms');
  await page.reload();
  await expect(byFlag.getByRole('row').filter({ hasText: 'false' })).toContainText('350 ms');
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
});

test('requests are listed by route with their failures', async ({ signedIn: page, ownProject, bootstrap }) => {
  const summary = await fill(ownProject, bootstrap.base_url);
  expect(summary.find(({ metric_name }) => metric_name === route)?.error_rate).toBe(25);
  await page.goto(ownProject.page('/performance'));
  await page.getByRole('navigation', { name: 'Performance views' }).getByRole('link', { name: 'Requests' }).click();
  const row = page.getByRole('grid', { name: 'Requests by route' }).getByRole('row').filter({ hasText: route });
  await expect(row).toContainText('25 %');
  await expect(row).toContainText('0 · 1');
  await page.getByRole('combobox', { name: 'All versions' }).fill('1.0.0');
  await page.getByRole('option', { name: '1.0.0' }).click();
  await expect(row).toContainText('0 %');
  await expect(page).toHaveURL(/version=/);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: route, exact: true })).toBeVisible();
});
