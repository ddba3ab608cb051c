import { readFile } from 'node:fs/promises';
import type { Wire } from '@lamppost/protocol';
import type { Page } from '@playwright/test';
import { DAY_MS } from '../src/design/format/units.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const fromIso = new Date(midnight - 28 * DAY_MS).toISOString();
const toIso = new Date(midnight).toISOString();
/** A range that stands still, so that the page and the test ask the same. */
const range = { kind: 'absolute', fromIso, toIso } as const;
const steps = ['recipe_viewed', 'cart_item_added', 'purchase'];

function explore(search: Readonly<Record<string, unknown>>): string {
  const all = Object.entries({ from: fromIso, to: toIso, ...search }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/p/default/production/explore?${all.join('&')}`;
}

async function ask<T>({ base_url, keys }: Bootstrap, query: Wire['InsightQuery']): Promise<T> {
  const response = await fetch(`${base_url}/v1/insights/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.production.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: T }).data;
}

const answered = (page: Page): Promise<void> => expect(page.getByText(/^Took/)).toBeVisible();

test('series and a formula are one query, and a wrong formula says what is wrong', async ({
  signedIn: page,
  watch,
}) => {
  watch.allow(/^console: Failed to load resource: .*400 .*\/v1\/insights\/query/);
  const asked: Wire['TimeseriesQuery'][] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/insights/query')) asked.push(request.postDataJSON().query);
  });
  const series = [{ event: 'purchase', aggregation: 'persons' }, { event: [] }];
  await page.goto(explore({ q: { series, chart: 'bar', compare: 'previous_period' } }));
  await answered(page);
  const names = page.getByRole('table', { name: 'Legend' }).getByRole('rowheader');
  await expect(names).toHaveText(['A · people with purchase', 'B · Any event']);
  await page.getByRole('button', { name: 'Add formula' }).click();
  const formula = page.getByRole('textbox', { name: 'Formula 1' });
  await formula.fill('A / B *');
  await formula.press('Enter');
  await expect(formula).toHaveAttribute('aria-invalid', 'true');
  await formula.fill('A / B * 100');
  await formula.press('Enter');
  await expect(names).toHaveText(['A / B * 100']);
  expect(asked.at(-1)).toMatchObject({
    series: [{ event: 'purchase' }, { event: null }],
    formulas: [{ expression: 'A / B * 100' }],
  });
  await shot(page, 'explore-formula');
  await page.reload();
  await expect(names).toHaveText(['A / B * 100']);
});

test('a funnel counts what a field names in place of people, whom it then does not list', async ({
  signedIn: page,
  bootstrap,
}) => {
  const counted = await ask<Wire['FunnelResult']>(bootstrap, {
    kind: 'funnel',
    steps,
    range,
    unit: { kind: 'property', property: 'session_id' },
  });
  await page.goto(explore({ tab: 'funnel', q: { steps: steps.map((event) => ({ event })) } }));
  const drop = page.getByRole('button', { name: /^List people/ });
  await answered(page);
  await expect(drop.first()).toBeVisible();
  await page.getByRole('button', { name: 'Count by: people' }).click();
  await page.keyboard.type('session_id');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /counted by Session id/ })).toBeVisible();
  await expect(page.getByTestId('funnel-headline')).toContainText(`of ${counted.steps[0]?.count} completed`);
  await expect(drop).toHaveCount(0);
  await expectAccessible(page);
  await shot(page, 'explore-count-by');
});

test('conditions are joined with or, and any range can be typed', async ({ signedIn: page }) => {
  const isIos = { field: 'platform', op: 'eq', value: 'ios' };
  await page.goto(explore({ q: { series: [{ event: 'recipe_viewed', filters: [isIos] }] } }));
  await page.getByRole('button', { name: 'Group with “or”' }).click();
  const group = page.getByRole('group', { name: 'Filter group 1' });
  await group.getByRole('button', { name: 'Add to group' }).click();
  await page.keyboard.type('country');
  await page.getByRole('option', { name: 'Country' }).first().click();
  await group.getByRole('button', { name: 'Value: value' }).click();
  await page.keyboard.type('DE');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /\(Platform is ios or Country is DE\)/ })).toBeVisible();
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByRole('textbox', { name: 'Length of the range' }).fill('45');
  await page.getByRole('button', { name: 'Apply length' }).click();
  await expect(page).toHaveURL(/range=45d/);
  await page.getByRole('button', { name: /^Time range/ }).click();
  await shot(page, 'range-picker');
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(page).toHaveURL(/range=previous-month/);
  await answered(page);
});

test('lifecycle, stickiness and distribution show what the API answers', async ({ signedIn: page, bootstrap }) => {
  const event = '$session_start';
  await page.goto(explore({ tab: 'stickiness', q: { event } }));
  const stickiness = await ask<Wire['StickinessResult']>(bootstrap, { kind: 'stickiness', event, range });
  const people = stickiness.points.reduce((sum, { persons }) => sum + persons, 0);
  await expect(page.getByRole('definition').first()).toHaveText(people.toLocaleString('en'));
  await page.goto(explore({ tab: 'distribution', q: { event: 'purchase', field: 'event_properties.total' } }));
  const distribution = await ask<Wire['DistributionResult']>(bootstrap, {
    kind: 'distribution',
    event: 'purchase',
    field: 'event_properties.total',
    range,
  });
  await expect(page.getByRole('definition').first()).toHaveText(String(distribution.count));
  await page.goto(explore({ tab: 'lifecycle', q: { event, interval: 'week' } }));
  const figure = page.getByRole('figure', { name: `Lifecycle of ${event}, weekly` });
  await expect(figure.getByText('Dormant')).toBeVisible();
});

test('a funnel has four views, and its bars list the people behind them', async ({ signedIn: page, bootstrap }) => {
  const q = { steps: steps.map((event) => ({ event })) };
  await page.goto(explore({ tab: 'funnel', q }));
  const result = await ask<Wire['FunnelResult']>(bootstrap, { kind: 'funnel', steps, range });
  const reached = result.steps[1]?.count ?? 0;
  await page.getByRole('button', { name: 'List people who reached step 2' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(`${reached.toLocaleString('en')} people`)).toBeVisible();
  await expect(panel.getByRole('row')).toHaveCount(Math.min(reached, 50) + 1);
  await expectAccessible(page);
  await shot(page, 'explore-people');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(reached + 1);
  await panel.getByRole('button', { name: 'Save as cohort' }).click();
  await panel.getByRole('textbox', { name: 'Cohort name' }).fill(`Reached ${midnight} ${Math.random()}`);
  await panel.getByRole('button', { name: 'Save cohort' }).click();
  await expect(page.getByText(/^Cohort “Reached/)).toBeVisible();
  await page.getByRole('button', { name: 'Close people' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByText('Correlation', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Correlation' })).toBeVisible();
  await expect(page).toHaveURL(/correlation/);
});

test('a point of a trend and a cell of retention list their people', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ q: { series: [{ event: 'purchase', aggregation: 'persons' }] } }));
  await answered(page);
  await page.getByRole('img', { name: /People with purchase/ }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const { series } = await ask<Wire['TimeseriesResult']>(bootstrap, {
    kind: 'timeseries',
    event: 'purchase',
    aggregation: { kind: 'persons' },
    interval: 'day',
    range,
  });
  const last = series[0]?.points.at(-1)?.value ?? 0;
  await expect(page.getByRole('dialog').getByText(new RegExp(`^${last} p(eople|erson)$`))).toBeVisible();
  await page.goto(explore({ tab: 'retention', q: { cohort: '$session_start', return: '$session_start' } }));
  const cell = page.getByRole('figure', { name: /then again/ }).getByRole('button', { name: '%' });
  await cell.first().click();
  await expect(page.getByRole('dialog').getByText(/^In the cohort/)).toBeVisible();
});

test('bars, states, times and links list their people, by keyboard too', async ({ signedIn: page, bootstrap }) => {
  const panel = page.getByRole('dialog');
  const listed = (count: number) =>
    expect(panel.getByText(new RegExp(`^${count.toLocaleString('en')} p(eople|erson)$`))).toBeVisible();
  await page.goto(explore({ tab: 'stickiness', q: { event: 'purchase', interval: 'day' } }));
  const stickiness = { kind: 'stickiness', event: 'purchase', interval: 'day', range } as const;
  const { points } = await ask<Wire['StickinessResult']>(bootstrap, stickiness);
  await page.getByRole('button', { name: /^List people: 1: / }).focus();
  await page.keyboard.press('Enter');
  await listed(points[0]?.persons ?? 0);
  await expectAccessible(page);
  await shot(page, 'explore-people-stickiness');
  await page.goto(explore({ tab: 'lifecycle', q: { event: 'recipe_viewed', interval: 'week' } }));
  const lifecycle = { kind: 'lifecycle', event: 'recipe_viewed', interval: 'week', range } as const;
  const { series } = await ask<Wire['LifecycleResult']>(bootstrap, lifecycle);
  await page.getByRole('img', { name: /Lifecycle of recipe_viewed/ }).focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) {
    await page.keyboard.press(key);
  }
  const dormant = series.find(({ state }) => state === 'dormant')?.points[1]?.value ?? 0;
  await expect(panel.getByText(/^Dormant: recipe_viewed/)).toBeVisible();
  await listed(dormant);
  await shot(page, 'explore-people-lifecycle');
  const q = { steps: steps.map((event) => ({ event })), view: 'times' };
  await page.goto(explore({ tab: 'funnel', q }));
  const times = { kind: 'funnel', steps, view: 'times', range } as const;
  const { bars } = await ask<Wire['FunnelTimesResult']>(bootstrap, times);
  await page
    .getByRole('button', { name: /^List people: .* people/ })
    .first()
    .click();
  await listed(bars.find(({ count }) => count > 0)?.count ?? 0);
  await page.goto(explore({ tab: 'paths', q: {} }));
  await page
    .getByRole('button', { name: /^List people: .* → / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/ → /)).toBeVisible();
  await shot(page, 'explore-people-link');
  await expect(panel.getByRole('row').nth(1)).toBeVisible();
});

test('queries of the new kinds are widgets, and go back to Explore', async ({ signedIn: page, ownProject }) => {
  const sent = ['u1', 'u2'].flatMap((id, index) => {
    const context = { user: { id } };
    return [
      { event: 'open', context, timestamp: new Date(Date.now() - 60_000).toISOString() },
      { event: 'buy', context, properties: { price: 5 + index } },
    ];
  });
  await ownProject.store(sent);
  const week = { kind: 'relative', last: '7d' } as const;
  const queries: Readonly<Record<string, Wire['InsightQuery']>> = {
    Lifecycle: { kind: 'lifecycle', event: 'open', interval: 'day', range: week },
    Stickiness: { kind: 'stickiness', event: 'open', interval: 'day', range: week },
    Prices: { kind: 'distribution', event: 'buy', field: 'event_properties.price', range: week },
    Conversion: { kind: 'funnel', steps: ['open', 'buy'], view: 'trend', interval: 'day', range: week },
    Ratio: {
      kind: 'timeseries',
      series: [{ event: 'buy' }, { event: 'open' }],
      formulas: [{ expression: 'A / B' }],
      interval: 'day',
      range: week,
    },
  };
  const { id } = await ownProject.api<{ id: string }>('POST', '/v1/dashboards/materialize', {
    name: 'New kinds',
    layout: { columns: 12 },
    widgets: Object.entries(queries).map(([name, query], at) => ({
      name,
      query,
      position: { x: (at % 2) * 6, y: Math.floor(at / 2) * 4, w: 6, h: 4 },
    })),
  });
  await page.goto(ownProject.page(`/dashboards/${id}`));
  for (const name of Object.keys(queries)) {
    await expect(page.getByRole('region', { name, exact: true }).getByRole('figure')).toBeVisible();
  }
  await shot(page, 'dashboard-new-kinds');
  await page.getByRole('button', { name: 'Actions for Ratio' }).click();
  await page.getByRole('menuitem', { name: 'Open in Explore' }).click();
  await expect(page.getByRole('textbox', { name: 'Formula 1' })).toHaveValue('A / B');
});
