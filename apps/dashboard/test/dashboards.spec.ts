import type { Wire } from '@lamppost/protocol';
import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/expect-accessible.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

type Dashboard = Wire['DashboardAnswer']['data'];
type NewWidget = Wire['NewWidgetBody'];

const range = { kind: 'relative', last: '7d' } as const;
const trend = (name: string, x: number, y: number, w = 6, h = 3): NewWidget => ({
  name,
  position: { x, y, w, h },
  query: { kind: 'timeseries', event: 'opened', interval: 'day', range },
});

async function make(project: OwnProject, widgets: readonly NewWidget[], name = 'Shop'): Promise<string> {
  const { id } = await project.api<{ id: string }>('POST', '/v1/dashboards/materialize', {
    name,
    layout: { columns: 12 },
    widgets,
  });
  return id;
}

const read = (project: OwnProject, id: string) => project.api<Dashboard>('GET', `/v1/dashboards/${id}`);
const placesOf = async (project: OwnProject, id: string) =>
  Object.fromEntries(
    (await read(project, id)).widgets.map(({ name, position: { x, y, w, h } }) => [name, `${x} ${y} ${w} ${h}`]),
  );
const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a template is looked at, used, and the copy is one’s own', async ({ signedIn: page, ownProject }) => {
  await page.goto(ownProject.page('/dashboards'));
  await expect(page.getByText('No dashboards yet')).toBeVisible();
  await page.getByRole('link', { name: 'Engagement' }).click();
  await expect(page.getByText('Template', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add widget' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Use template' }).click();
  await expect(page.getByRole('button', { name: 'Add widget' })).toBeVisible();
  await expect(widget(page, 'Daily active users')).toBeVisible();
  const [own] = await ownProject.api<{ id: string; name: string }[]>('GET', '/v1/dashboards?is_template=false');
  expect(own?.name).toBe('Engagement');
});

test('a widget says which of its options are ignored, and one without a name says what it asks', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.store([{ event: 'opened' }]);
  const id = await make(ownProject, [trend('Old', 0, 0), trend('', 6, 0)]);
  // Only data of an earlier version has such widgets.
  const notice = 'The option order is not supported and is ignored.';
  await page.route(`**/v1/dashboards/${id}*`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Dashboard };
    const [old, ...others] = data.widgets;
    await route.fulfill({ response, json: { data: { ...data, widgets: [{ ...old, notices: [notice] }, ...others] } } });
  });
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await expect(widget(page, 'Old').getByText(notice)).toBeVisible();
  await expect(widget(page, 'Number of opened')).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(1);
  await shot(page, 'widget-notice');
  await page.getByRole('button', { name: 'Actions for Number of opened' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(widget(page, 'Number of opened copy')).toBeVisible();
});

test('a dashboard is made, a widget added with the builder, edited, and both are as the API says', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.store([{ event: 'opened' }, { event: 'opened' }]);
  await page.goto(ownProject.page('/dashboards'));
  await page.getByRole('button', { name: 'New dashboard' }).click();
  await page.getByLabel('Name').fill('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add widget' });
  await dialog.getByRole('button', { name: /Select an event/ }).click();
  await page.keyboard.type('opened');
  await page.getByRole('option', { name: 'opened' }).first().click();
  await dialog.getByText('Number', { exact: true }).click();
  // A range is applied with a form of its own, which does not send the dialog.
  await dialog.getByRole('button', { name: /^Time range/ }).click();
  await page.getByRole('button', { name: 'Apply length' }).click();
  await dialog.getByLabel('Name').fill('Opens');
  await dialog.getByRole('button', { name: 'Add widget' }).click();
  await expect(dialog).toBeHidden();
  await expect(widget(page, 'Opens')).toContainText('2');
  const [{ id } = { id: '' }] = await ownProject.api<{ id: string }[]>('GET', '/v1/dashboards?is_template=false');
  expect((await read(ownProject, id)).widgets).toMatchObject([
    { name: 'Opens', type: 'timeseries', query: { event: 'opened' }, viz: { chartType: 'single_metric' } },
  ]);
  await page.getByRole('button', { name: 'Actions for Opens' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit widget' });
  await editor.getByLabel('Name').fill('All opens');
  await editor.getByRole('button', { name: 'Save widget' }).click();
  await expect(widget(page, 'All opens')).toBeVisible();
});

test('widgets are moved and resized by the arrow keys, and the layout is kept', async ({
  signedIn: page,
  ownProject,
}) => {
  const id = await make(ownProject, [trend('A', 0, 0), trend('B', 6, 0), trend('C', 0, 3, 12)]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Move A' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'Move A' })).toBeFocused();
  await expect(page.getByText('A: column 3, row 2, 6 wide, 3 high')).toBeAttached();
  await expect.poll(() => placesOf(ownProject, id)).toEqual({ A: '2 1 6 3', B: '6 4 6 3', C: '0 7 12 3' });
  await page.getByRole('button', { name: 'Resize A' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await placesOf(ownProject, id)).A).toBe('2 1 5 4');
  await page.reload();
  await expect(page.getByTestId('widget-place').filter({ has: widget(page, 'A') })).toHaveAttribute(
    'data-place',
    '2 1 5 4',
  );
  await page.getByRole('button', { name: 'Dashboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Close gaps' }).click();
  await expect.poll(async () => (await placesOf(ownProject, id)).A).toBe('2 0 5 4');
});

test('a widget is dragged by its handle, pushes others down, and Escape leaves all as it was', async ({
  signedIn: page,
  ownProject,
}) => {
  const id = await make(ownProject, [trend('A', 0, 0), trend('B', 6, 0)]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  const handle = page.getByRole('button', { name: 'Move A' });
  await widget(page, 'A').hover();
  const box = await handle.boundingBox();
  const target = await widget(page, 'B').boundingBox();
  const own = await widget(page, 'A').boundingBox();
  if (box === null || own === null || target === null) throw new Error('The widgets are not drawn.');
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const across = target.x - own.x;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + across, start.y, { steps: 5 });
  await expect(page.getByTestId('widget-place').filter({ has: widget(page, 'B') })).toHaveAttribute(
    'data-place',
    '6 3 6 3',
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByTestId('widget-place').filter({ has: widget(page, 'B') })).toHaveAttribute(
    'data-place',
    '6 0 6 3',
  );
  expect(await placesOf(ownProject, id)).toEqual({ A: '0 0 6 3', B: '6 0 6 3' });
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + across, start.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => placesOf(ownProject, id)).toEqual({ A: '6 0 6 3', B: '6 3 6 3' });
});

test('a widget and a dashboard that were removed come back', async ({ signedIn: page, ownProject }) => {
  const id = await make(ownProject, [trend('A', 0, 0), trend('B', 6, 0)]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Actions for A' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(widget(page, 'A')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(widget(page, 'A')).toBeVisible();
  expect(await placesOf(ownProject, id)).toEqual({ A: '0 0 6 3', B: '6 0 6 3' });
  await page.getByRole('button', { name: 'Dashboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No dashboards yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
  await expect(widget(page, 'B')).toBeVisible();
});

test('one range can hold for all widgets, stands in the address, and suits the interval', async ({
  signedIn: page,
  ownProject,
}) => {
  const id = await make(ownProject, [trend('A', 0, 0)]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('"last":"1h"'));
  await page.getByRole('button', { name: "Time range: Each widget's range" }).click();
  await page.getByRole('button', { name: /Last hour/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({ query: { interval: 'minute' } });
  await expect(page).toHaveURL(/all=1h/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Time range: Last hour' })).toBeVisible();
});

test('every kind of widget is drawn, four queries at a time', async ({ signedIn: page, bootstrap }) => {
  let running = 0;
  let max = 0;
  await page.route('**/v1/insights/query', async (route) => {
    running += 1;
    max = Math.max(max, running);
    await new Promise((resolve) => setTimeout(resolve, 100));
    running -= 1;
    await route.continue();
  });
  const headers = { Authorization: `Bearer ${bootstrap.keys.production.secret}` };
  const response = await fetch(`${bootstrap.base_url}/v1/dashboards?is_template=true`, { headers });
  const { data } = (await response.json()) as { data: { id: string; name: string }[] };
  const engagement = data.find(({ name }) => name === 'Engagement');
  await page.goto(`/p/default/production/dashboards/${engagement?.id}`);
  await expect(widget(page, 'Daily active users').locator('canvas')).toBeVisible();
  await expect(widget(page, 'Weekly retention').getByRole('table')).toBeVisible();
  await expect(widget(page, 'Paths after session start').locator('svg').last()).toBeVisible();
  await expect(widget(page, 'Top events')).toContainText('recipe_viewed');
  expect(max).toBeLessThanOrEqual(4);
  await shot(page, 'dashboard');
});

test('a full screen shows the same widgets, and Escape leads back', async ({ signedIn: page, ownProject }) => {
  const id = await make(ownProject, [trend('A', 0, 0)]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Share and display' }).click();
  await page.getByRole('menuitem', { name: 'Full screen' }).click();
  await expect(page.getByRole('dialog', { name: 'Shop' }).getByRole('region', { name: 'A' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(widget(page, 'A')).toBeVisible();
});

test('hostile names are text, a query that cannot be answered says so', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/400/);
  const hostile = '<img src=x onerror="window.hit=1">';
  const broken = { ...trend('Broken', 6, 0), query: { kind: 'sql', sql: 'SELECT nonsense FROM nowhere' } } as NewWidget;
  const id = await make(ownProject, [trend(`${hostile} \u202e`, 0, 0), broken], hostile);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expect(widget(page, 'Broken')).toContainText("This query can't be run");
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
});

test('the builder is accessible, and on a phone widgets stand in one column', async ({
  signedIn: page,
  ownProject,
}) => {
  const id = await make(ownProject, [trend('A', 0, 0), trend('B', 6, 0)]);
  await page.goto(ownProject.page(`/dashboards/${id}?edit=new`));
  await expect(page.getByRole('dialog', { name: 'Add widget' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await resize(page, { width: 390, height: 844 });
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  const [a, b] = [await widget(page, 'A').boundingBox(), await widget(page, 'B').boundingBox()];
  expect(a?.x).toBe(b?.x);
  expect(b?.y).toBeGreaterThan((a?.y ?? 0) + 100);
  await shot(page, 'dashboard-phone');
});

test('crashes, metrics and SQL are drawn, lead to the page behind them, and list their people', async ({
  signedIn: page,
  ownProject,
}) => {
  const context = { user: { id: 'ann' }, session: { id: 's1' }, device: { platform: 'ios' }, app: { version: '1.0' } };
  const timestamp = new Date().toISOString();
  await ownProject.api('POST', '/v1/ingest', { batch: [{ event: 'opened', context, timestamp }] });
  const crash = {
    crash_id: crypto.randomUUID(),
    timestamp,
    session_id: 's1',
    platform: 'ios',
    exception_type: 'TypeError',
  };
  await ownProject.api('POST', '/v1/crashes/report', crash);
  const metric = {
    metric_type: 'web_vital',
    metric_name: 'LCP',
    value_ms: 1500,
    timestamp,
    context: { platform: 'ios' },
  };
  await ownProject.api('POST', '/v1/performance/ingest', { batch: [metric] });
  const stored = async () => [
    (await ownProject.api<{ reports: number }>('GET', '/v1/crashes/health')).reports,
    (await ownProject.api<object[]>('GET', '/v1/performance/summary')).length,
    (await ownProject.api<{ count: number }>('GET', '/v1/events/count')).count,
  ];
  await expect.poll(stored).toEqual([1, 1, 1]);
  const sql = `SELECT event_name, count(*) AS events, max(timestamp) AS latest FROM events GROUP BY event_name`;
  const at = (x: number, y: number) => ({ x, y, w: 4, h: 3 });
  const id = await make(ownProject, [
    {
      name: 'Rate',
      position: at(0, 0),
      query: { kind: 'crash_free', range },
      viz: { kind: 'crash_free', display: 'number' },
    },
    {
      name: 'Types',
      position: at(4, 0),
      query: { kind: 'crashes', breakdown: 'exception', range },
      viz: { kind: 'crashes', display: 'table' },
    },
    { name: 'Paint', position: at(8, 0), query: { kind: 'performance', metricName: 'LCP', platform: 'ios', range } },
    { name: 'Bars', position: at(0, 3), query: { kind: 'sql', sql }, viz: { kind: 'sql', display: 'bar' } },
    { name: 'Line', position: at(4, 3), query: { kind: 'sql', sql }, viz: { kind: 'sql', display: 'line' } },
    { name: 'Rows', position: at(8, 3), query: { kind: 'sql', sql }, viz: { kind: 'sql' } },
    { name: 'Test', position: at(0, 6), query: { kind: 'experiment' } },
    trend('Opens', 4, 6, 8),
  ]);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await expect(widget(page, 'Rate')).toContainText('of 1 session');
  await expect(widget(page, 'Types').getByRole('row', { name: 'TypeError 1' })).toBeVisible();
  await expect(widget(page, 'Paint').getByRole('img', { name: /p95 of Largest contentful paint/ })).toBeVisible();
  await expect(widget(page, 'Bars').getByRole('row', { name: 'opened 1' })).toBeVisible();
  await expect(widget(page, 'Line')).toContainText('A line chart needs a time in the first column');
  await expect(widget(page, 'Test')).toContainText('No experiment is running or completed');
  // Times are written out, not as ISO 8601.
  await expect(widget(page, 'Rows')).toContainText(/\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d\d:\d\d:\d\d/);
  await expectAccessible(page);
  await shot(page, 'dashboard-kinds');

  await widget(page, 'Opens').getByRole('img').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'ann' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Close people' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Actions for Rate' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit widget' });
  await editor.getByRole('button', { name: 'Performance', exact: true }).click();
  await editor.getByText('Table', { exact: true }).click();
  await editor.getByRole('button', { name: 'Save widget' }).click();
  await expect(widget(page, 'Rate').getByRole('row', { name: /Largest contentful paint 1.5/ })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Paint' }).click();
  await page.getByRole('menuitem', { name: 'Open Performance' }).click();
  await expect(page).toHaveURL(/\/performance\?.*metric=LCP/);
});
