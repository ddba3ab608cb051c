import { readFile } from 'node:fs/promises';
import type { Wire } from '@lamppost/protocol';
import type { Locator, Page } from '@playwright/test';
import { DAY_MS } from '../src/design/format/units.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const fromIso = new Date(midnight - 28 * DAY_MS).toISOString();
const toIso = new Date(midnight).toISOString();
/** A range that stands still, so that the page and the test ask the same. */
const range = { kind: 'absolute', fromIso, toIso } as const;
const steps = ['recipe_viewed', 'cart_item_added', 'checkout_started', 'purchase'];

type Search = Readonly<Record<string, unknown>>;

function explore(search: Search = {}, project = 'default'): string {
  const all = Object.entries({ from: fromIso, to: toIso, ...search }).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/p/${project}/production/explore?${all.join('&')}`;
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

/** Opens a pill, types, and takes the option of that name. */
async function choose(page: Page, pill: Locator, text: string, option = text): Promise<void> {
  await pill.click();
  await page.keyboard.type(text);
  await page.getByRole('option', { name: option }).first().click();
}

const pill = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const answered = (page: Page): Promise<void> => expect(page.getByText(/^Took/)).toBeVisible();
/** Narrow spaces stand between numbers and their signs. */
const withSpaces = (text: string): RegExp => new RegExp(text.replaceAll(' ', '\\s').replaceAll('.', '\\.'));

test('a funnel is built, shows what the API answers, and comes back after a reload', async ({
  signedIn: page,
  bootstrap,
}) => {
  await page.goto(explore({ tab: 'funnel' }));
  await choose(page, pill(page, 'Step 1: Select an event'), 'recipe_viewed');
  await choose(page, pill(page, 'Step 2: Select an event'), 'cart_item', 'cart_item_added');
  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, pill(page, 'Step 3: Select an event'), 'checkout_started');
  await page.getByRole('button', { name: 'Add step' }).click();
  await choose(page, pill(page, 'Step 4: Select an event'), 'purchase');
  await answered(page);

  const result = await ask<Wire['FunnelResult']>(bootstrap, { kind: 'funnel', steps, range });
  expect(result.steps[0]?.count).toBeGreaterThan(0);
  const check = async (): Promise<void> => {
    const chart = page.getByRole('figure', { name: 'recipe_viewed → cart_item_added' }).getByRole('listitem');
    await expect(chart).toHaveCount(4);
    for (const [index, { event, count, percentage }] of result.steps.entries()) {
      await expect(chart.nth(index)).toContainText(event);
      await expect(chart.nth(index)).toContainText(`${count} people`);
      await expect(chart.nth(index)).toContainText(withSpaces(`${Math.round(percentage * 10) / 10} %`));
    }
    await expect(page.getByTestId('funnel-headline')).toContainText(`of ${result.steps[0]?.count} completed`);
  };
  await check();
  await shot(page, 'explore-funnel');
  await page.reload();
  await check();
});

test('steps of a funnel change places by keyboard and by dragging', async ({ signedIn: page }) => {
  await page.goto(explore({ tab: 'funnel', q: { steps: steps.slice(0, 3).map((event) => ({ event })) } }));
  const handle = page.getByRole('button', { name: 'Move step 3, checkout_started' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Move step 2, checkout_started' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: 'Move step 1, checkout_started' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toContainText(
    'checkout_started',
  );
  await expect(page).toHaveURL(/checkout_started.*recipe_viewed.*cart_item_added/);

  const from = await page.getByRole('button', { name: 'Move step 1, checkout_started' }).boundingBox();
  const to = await page.getByRole('button', { name: 'Move step 3, cart_item_added' }).boundingBox();
  if (from === null || to === null) throw new Error('the handles are drawn');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + to.height + 24, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/recipe_viewed.*cart_item_added.*checkout_started/);
});

test('the first event of an environment is charted when it arrives, without a reload', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/explore'));
  await expect(page.getByText('No events in this environment yet')).toBeVisible();
  await ownProject.api('POST', '/v1/ingest', { batch: [{ event: 'purchase' }] });
  await expect(page.getByRole('button', { name: 'Create alert' })).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByRole('button', { name: 'purchase', exact: true })).toBeVisible();
});

test('a trend is broken down and shows what the API answers', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore());
  // The page opens with the most frequent event.
  await answered(page);
  await choose(page, pill(page, /^Event: /), 'recipe_viewed');
  await choose(page, pill(page, 'Breakdown: none'), 'platf', 'Platform');
  const legend = page.getByRole('table', { name: 'Legend' });
  const result = await ask<Wire['TimeseriesResult']>(bootstrap, {
    kind: 'timeseries',
    event: 'recipe_viewed',
    interval: 'day',
    range,
    breakdownProperty: 'platform',
  });
  expect(result.series.length).toBeGreaterThan(1);
  const check = async (): Promise<void> => {
    await expect(legend.getByRole('row')).toHaveCount(result.series.length + 1);
    for (const [index, { name, points }] of result.series.entries()) {
      const sum = points.reduce((all, { value }) => all + value, 0);
      const row = legend.getByRole('row').nth(index + 1);
      await expect(row.getByRole('rowheader')).toHaveText(name);
      // Short numbers keep the exact one for those who point at it.
      const shown = row.getByRole('cell').first();
      const exact = shown.locator('[data-hint]');
      const text = (await exact.count()) > 0 ? await exact.getAttribute('data-hint') : await shown.textContent();
      expect(text).toBe(sum.toLocaleString('en'));
    }
  };
  await check();
  const first = legend.getByRole('button', { name: result.series[0]?.name ?? '', exact: true });
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await shot(page, 'explore-trend');
  await page.reload();
  await check();
});

test('up to ten series are asked, and compared with the period before', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ q: { series: [{ event: 'recipe_viewed' }, { event: 'purchase' }], compared: true } }));
  const legend = page.getByRole('table', { name: 'Legend' });
  await expect(legend.getByRole('rowheader')).toHaveText(['A · recipe_viewed', 'B · purchase']);
  const length = Date.parse(toIso) - Date.parse(fromIso);
  const before = {
    kind: 'absolute',
    fromIso: new Date(Date.parse(fromIso) - length).toISOString(),
    toIso: fromIso,
  } as const;
  const sumOf = async (event: string, asked: typeof range | typeof before): Promise<number> => {
    const { series } = await ask<Wire['TimeseriesResult']>(bootstrap, {
      kind: 'timeseries',
      event,
      interval: 'day',
      range: asked,
    });
    return series.flatMap(({ points }) => points).reduce((all, { value }) => all + value, 0);
  };
  const [now, then] = [await sumOf('purchase', range), await sumOf('purchase', before)];
  const direction = now > then ? 'up' : 'down';
  expect(now).not.toBe(then);
  await expect(legend.getByRole('row').nth(2).getByRole('cell').nth(4)).toContainText(direction);
  for (let count = 2; count < 10; count += 1) await page.getByRole('button', { name: 'Add series' }).click();
  await expect(page.getByRole('button', { name: 'Add series' })).toHaveCount(0);
  await expect(page.getByText('Select an event for C')).toBeVisible();
});

test('retention shows what the API answers, in percent and in people', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ tab: 'retention' }));
  await choose(page, pill(page, 'First event: Select an event'), 'session_start', '$session_start');
  await choose(page, pill(page, 'Period: day'), 'week');
  const result = await ask<Wire['RetentionResult']>(bootstrap, {
    kind: 'retention',
    cohortEvent: '$session_start',
    returnEvent: '$session_start',
    interval: 'week',
    range,
  });
  const cohort = result.cohorts.find(({ size }) => size > 0);
  if (cohort === undefined) throw new Error('somebody came');
  const place = result.cohorts.indexOf(cohort);
  const figure = page.getByRole('figure', { name: '$session_start, then again, weekly' });
  const row = figure.getByRole('row').nth(place + 2);
  await expect(row.getByRole('cell').first()).toHaveText(String(cohort.size));
  const share = cohort.retention[1];
  if (share === null || share === undefined) throw new Error('the week after is over');
  await expect(row.getByRole('cell').nth(2)).toHaveText(
    withSpaces(`^${share < 10 ? Math.round(share * 10) / 10 : Math.round(share)} %$`),
  );
  await page.getByRole('main').getByText('People', { exact: true }).first().click();
  await expect(row.getByRole('cell').nth(2)).toHaveText(String(Math.round((share * cohort.size) / 100)));
  await page.reload();
  await expect(row.getByRole('cell').first()).toHaveText(String(cohort.size));
});

test('paths show what the API answers, and go on from an event', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ tab: 'paths' }));
  await choose(page, pill(page, 'Start event: session start'), 'recipe_viewed');
  await choose(page, pill(page, 'Depth: 5 events'), '3 events');
  const result = await ask<Wire['PathsResult']>(bootstrap, {
    kind: 'paths',
    startEvent: 'recipe_viewed',
    depth: 3,
    hideSystemEvents: true,
    range,
  });
  const figure = page.getByRole('figure', { name: 'Paths from recipe_viewed' });
  for (const { event, step, count } of result.nodes) {
    await expect(
      figure.getByRole('button', { name: `${event}, step ${step}: ${count.toLocaleString('en')} visits` }),
    ).toHaveCount(1);
  }
  const next = result.nodes.find(({ step, event }) => step === 2 && event !== '(other)');
  if (next === undefined) throw new Error('something follows');
  await figure.getByRole('button', { name: new RegExp(`^${next.event.replace('$', '\\$')}, step 2`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start paths here' }).click();
  await expect(pill(page, `Start event: ${next.event}`)).toBeVisible();
});

test('a statement says what is wrong with it, and then answers', async ({ signedIn: page, bootstrap, watch }) => {
  // The browser notes the 400 that the test is about.
  watch.allow(/^console: Failed to load resource: .*400 .*\/v1\/insights\/query/);
  await page.goto(explore({ tab: 'sql' }));
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await editor.fill('SELEC 1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The statement is not SQL: syntax error at or near "SELEC"')).toBeVisible();
  await expect(editor).toHaveAttribute('aria-invalid', 'true');

  const sql = 'SELECT event_name, count(*) AS n FROM events GROUP BY ALL ORDER BY n DESC, event_name';
  await editor.fill(sql);
  await page.keyboard.press('Control+Enter');
  const result = await ask<Wire['SqlResult']>(bootstrap, { kind: 'sql', sql });
  const grid = page.getByRole('table', { name: sql.slice(0, 40) });
  const check = async (): Promise<void> => {
    await expect(grid.getByRole('columnheader')).toHaveText(['event_name', 'n']);
    for (const [index, [name, count]] of result.rows.slice(0, 5).entries()) {
      await expect(grid.getByRole('row').nth(index + 1)).toContainText(String(name));
      await expect(grid.getByRole('row').nth(index + 1)).toContainText(String(count));
    }
  };
  await check();
  await page.reload();
  await expect(editor).toHaveValue(sql);
  await check();
});

test('ten thousand rows are shown without drawing them all, and the rest is announced', async ({ signedIn: page }) => {
  await page.goto(explore({ tab: 'sql', q: { sql: 'SELECT range AS n FROM range(20000)' } }));
  await expect(page.getByText('10,000 rows, 1 column')).toBeVisible();
  await expect(page.getByText('Only the first rows are shown.')).toBeVisible();
  expect(await page.getByRole('table').getByRole('row').count()).toBeLessThan(100);
});

test('each example runs, and one of them is drawn', async ({ signedIn: page }) => {
  for (const title of ['Most active people', 'Crashes after flag changes', 'Events per day']) {
    await page.goto(explore({ tab: 'sql' }));
    await page.getByRole('button', { name: title }).click();
    await answered(page);
    await expect(page.getByText(/\d+ rows?, \d columns/)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Events per day' })).toBeVisible();
});

test('a column goes from the list of tables into the statement, and Tab leaves after Escape', async ({
  signedIn: page,
}) => {
  await page.goto(explore({ tab: 'sql' }));
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await editor.fill('SELECT ');
  await page.getByRole('button', { name: 'Insert event_name, text' }).click();
  await expect(editor).toHaveValue('SELECT event_name');
  await expect(editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor).toHaveValue('SELECT event_name  ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('a query is asked with the keyboard alone', async ({ signedIn: page }) => {
  await page.goto(explore());
  await answered(page);
  await pill(page, 'Measure: Number of').focus();
  await page.keyboard.press('Tab');
  await expect(pill(page, /^Event: /)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('purch');
  await expect(page.getByRole('option').first()).toHaveText(/^purchase/);
  // The first suggestion is highlighted: Enter takes it without an arrow key.
  await page.keyboard.press('Enter');
  await expect(pill(page, 'Event: purchase')).toBeFocused();
  await answered(page);
});

test('a filter is chosen from fields and values that were seen', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ q: { series: [{ event: 'recipe_viewed' }] } }));
  await page.getByRole('button', { name: 'Add filter' }).first().click();
  await page.keyboard.type('platf');
  await page.getByRole('option', { name: 'Platform' }).first().click();
  await choose(page, pill(page, 'Value: value'), 'ios');
  const result = await ask<Wire['TimeseriesResult']>(bootstrap, {
    kind: 'timeseries',
    event: 'recipe_viewed',
    interval: 'day',
    range,
    filters: [{ field: 'platform', op: 'eq', value: 'ios' }],
  });
  const sum = result.series[0]?.points.reduce((all, { value }) => all + value, 0) ?? 0;
  await expect(page).toHaveURL(/platform.*ios/);
  const cell = page.getByRole('table', { name: 'Legend' }).getByRole('row').nth(1).getByRole('cell').first();
  await expect(cell).toHaveText(sum < 1000 ? String(sum) : withSpaces(`${Math.round(sum / 10) / 100} k`));
});

test('an address that was damaged says so, and can be left', async ({ signedIn: page }) => {
  await page.goto(explore({ q: { series: [{ event: { a: 1 } }] } }));
  await expect(page.getByText("This link can't be opened")).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(pill(page, /^Event: /)).toBeVisible();
});

test('a query becomes a file and an API call', async ({ signedIn: page, bootstrap }) => {
  await page.goto(explore({ q: { series: [{ event: 'purchase' }] } }));
  await answered(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  const { series } = await ask<Wire['TimeseriesResult']>(bootstrap, {
    kind: 'timeseries',
    event: 'purchase',
    interval: 'day',
    range,
  });
  expect(lines).toHaveLength((series[0]?.points.length ?? 0) + 1);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Copy as API call' }).click();
  const call = page.getByLabel('API call', { exact: true });
  await expect(call).toContainText('Bearer $SECRET_KEY');
  await expect(call).toContainText('"event": "purchase"');
  await page.keyboard.press('Escape');
  await expect(call).toHaveCount(0);
});

async function send(project: OwnProject, baseUrl: string, events: readonly object[]): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/ingest`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${project.keys.production.publishable}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ batch: events }),
  });
  expect(response.status).toBe(202);
  await expect
    .poll(async () => (await project.api<{ count: number }>('GET', '/v1/events/count')).count, { timeout: 60_000 })
    .toBe(events.length);
}

const hostile = [
  '<img src=x onerror="document.title=1">',
  '<script>document.title=2</script>',
  '\u202egnp.evil \u0627\u0644\u062d\u062f\u062b',
  `long ${'w'.repeat(240)}`,
];

test('names of events that want to be code are only names', async ({ signedIn: page, ownProject, bootstrap }) => {
  const events = hostile.map((event) => ({
    event,
    user_id: 'u',
    properties: { '<b>plan': '<script>alert(1)</script>' },
  }));
  await send(ownProject, bootstrap.base_url, events);
  await page.goto(`/p/${ownProject.slug}/production/explore?range=24h`);
  for (const name of hostile) {
    await pill(page, /^Event: /).click();
    await page
      .getByRole('option')
      .filter({ hasText: name.slice(5, 40) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: name.slice(0, 30) })).toBeVisible();
    await answered(page);
  }
  await choose(page, pill(page, 'Breakdown: none'), '<b>plan');
  await expect(page.getByRole('rowheader', { name: '<script>alert(1)</script>' })).toBeVisible();
  await expect(page).toHaveTitle(/^Explore/);
  expect(await page.locator('main img, main script').count()).toBe(0);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'explore-hostile');
});

test('a query is saved to a new dashboard, and to the same again', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  await send(ownProject, bootstrap.base_url, [{ event: 'signup', user_id: 'u' }]);
  await page.goto(`/p/${ownProject.slug}/production/explore`);
  await expect(pill(page, 'Event: signup')).toBeVisible();
  await answered(page);
  for (const name of ['Sign-ups', 'Sign-ups again']) {
    await page.getByRole('button', { name: 'Save to dashboard' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Widget name').fill(name);
    const newName = dialog.getByLabel('Dashboard name');
    if (name === 'Sign-ups') await newName.fill('Growth');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByRole('link', { name: 'Growth' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Keep exploring' }).click();
    await expect(dialog).toHaveCount(0);
  }
  const [dashboard] = await ownProject.api<{ id: string }[]>('GET', '/v1/dashboards?is_template=false');
  const { widgets } = await ownProject.api<Wire['DashboardAnswer']['data']>('GET', `/v1/dashboards/${dashboard?.id}`);
  expect(widgets.map(({ name, query }) => [name, 'event' in query && query.event])).toEqual([
    ['Sign-ups', 'signup'],
    ['Sign-ups again', 'signup'],
  ]);
  const [first, second] = widgets.map(({ position }) => position);
  expect(second?.y).toBe((first?.y ?? 0) + (first?.h ?? 0));
});

test('a viewer asks everything, and is told why nothing is saved', async ({ page, ownProject, bootstrap }) => {
  await send(ownProject, bootstrap.base_url, [{ event: 'signup', user_id: 'u' }]);
  const email = `${ownProject.slug}@example.org`;
  const { token } = await ownProject.api<{ token: string }>('POST', '/v1/invitations', { email, role: 'viewer' });
  const accepted = await page.request.post('/v1/invitations/accept', { data: { token, password: `${token}-a` } });
  expect(accepted.ok()).toBe(true);
  await page.goto(`${ownProject.page('/explore')}?q=${encodeURIComponent('{"series":[{"event":"signup"}]}')}`);
  await answered(page);
  const save = page.getByRole('button', { name: 'Save to dashboard' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await save.hover();
  await expect(page.getByText('This requires the editor role')).toBeVisible();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('queries that were answered can be asked again', async ({ signedIn: page }) => {
  await page.goto(explore({ q: { series: [{ event: 'purchase' }] } }));
  await answered(page);
  await page.getByRole('link', { name: 'Paths' }).click();
  await expect(page.getByRole('figure', { name: 'Paths from purchase' })).toBeVisible();
  await page.getByRole('button', { name: 'Recent queries' }).click();
  await page.getByRole('menuitem', { name: 'Number of purchase' }).click();
  await expect(pill(page, 'Event: purchase')).toBeVisible();
});

const kinds: Readonly<Record<string, Search>> = {
  trends: { q: { series: [{ event: 'recipe_viewed' }, { event: 'purchase' }], breakdown: 'platform', compared: true } },
  funnel: { tab: 'funnel', q: { steps: steps.map((event) => ({ event })), breakdown: 'platform' } },
  retention: { tab: 'retention', q: { cohort: '$session_start', return: '$session_start', interval: 'week' } },
  paths: { tab: 'paths', q: { start: '$session_start' } },
  lifecycle: { tab: 'lifecycle', q: { event: '$session_start', interval: 'week' } },
  stickiness: { tab: 'stickiness', q: { event: '$session_start' } },
  distribution: { tab: 'distribution', q: { event: 'purchase', field: 'event_properties.total' } },
  'funnel-trend': { tab: 'funnel', q: { steps: steps.map((event) => ({ event })), view: 'trend' } },
  'funnel-times': { tab: 'funnel', q: { steps: steps.map((event) => ({ event })), view: 'times' } },
  'funnel-correlation': { tab: 'funnel', q: { steps: steps.map((event) => ({ event })), view: 'correlation' } },
  countries: { q: { series: [{ event: 'recipe_viewed' }], breakdown: 'country', chart: 'table' } },
  sql: { tab: 'sql', q: { sql: 'SELECT event_name, timestamp, properties FROM events LIMIT 5' } },
};
for (const [name, search] of Object.entries(kinds)) {
  test(`${name}: usable by everybody, and on a phone`, async ({ signedIn: page }) => {
    await page.goto(explore(search));
    await answered(page);
    await expectAccessible(page);
    await resize(page, { width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await shot(page, `explore-${name}-phone`);
  });
}
