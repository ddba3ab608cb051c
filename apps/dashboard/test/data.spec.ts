import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

interface Schema {
  readonly mode: string;
  readonly description: string | null;
  readonly properties: { readonly properties?: Record<string, unknown>; readonly required?: readonly string[] };
}
interface Ledger {
  readonly totals: Readonly<Record<string, number>>;
}

const hostile = '<img src=x onerror="window.hit=1">';

async function ingest(project: OwnProject, batch: readonly object[]): Promise<void> {
  await project.api('POST', '/v1/ingest', { batch });
}

const stored = (project: OwnProject, query = ''): Promise<number> =>
  project.api<{ count: number }>('GET', `/v1/events/count${query}`).then(({ count }) => count);

const failed = (project: OwnProject): Promise<number> =>
  project.api<{ count: number }>('GET', '/v1/events/failed/reasons').then(({ count }) => count);

/** Purchases that a schema keeps apart because they have no amount. */
async function keptApart(project: OwnProject, count: number): Promise<void> {
  const properties = { type: 'object', required: ['amount'] };
  await project.api('PUT', '/v1/events/schemas/purchase', { properties, mode: 'quarantine' });
  await ingest(
    project,
    Array.from({ length: count }, (_, index) => ({ event: 'purchase', properties: { n: index, [hostile]: hostile } })),
  );
  await expect.poll(() => failed(project), { timeout: 60_000 }).toBe(count);
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) });

test('the catalog shows volumes, finds misspelt names and leads to the event', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/data?range=90d');
  await expect(rowOf(page, 'recipe_viewed').first()).toBeVisible();
  await page.getByRole('button', { name: /Possible typos/ }).click();
  await expect(page).toHaveURL(/show=lookalikes/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('possible typo of recipe_viewed');
  await page.reload();
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('recipe_veiwed');
  await page.getByRole('link', { name: 'recipe_viewed', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('recipe_viewed');
  await expect(
    page.getByRole('table', { name: 'Properties' }).or(page.getByRole('grid', { name: 'Properties' })),
  ).toContainText('recipe_id');
  await page.getByRole('button', { name: 'Platform' }).click();
  await expect(page).toHaveURL(/by=platform/);
  await page.getByRole('button', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/\/explore\?.*recipe_viewed/);
});

test('a schema is written from what was seen, reviewed, saved, and removed', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  // Asked for once more after it was removed.
  watch.allow(/status of 404 .*\/v1\/events\/schemas\/signup/);
  await ingest(
    ownProject,
    Array.from({ length: 25 }, (_, index) => ({ event: 'signup', properties: { plan: 'pro', seats: index } })),
  );
  await expect.poll(() => stored(ownProject), { timeout: 60_000 }).toBe(25);
  await page.goto(ownProject.page('/data?tab=schemas'));
  await page.getByRole('button', { name: 'New schema' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Event/ }).click();
  await page.getByRole('option', { name: /signup/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Generate from seen events' }).click();
  await expect(page.getByRole('group', { name: 'Property seats' })).toContainText('in 100');
  await page.getByLabel('Description', { exact: true }).fill('Somebody joined');
  await page.getByRole('radio', { name: /^Quarantine/ }).check();
  await page.getByRole('button', { name: 'Add property' }).click();
  await page.keyboard.type('coupon');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await expect(page.getByRole('dialog')).toContainText('coupon');
  await page.getByRole('dialog').getByRole('button', { name: 'Save schema' }).click();
  await expect(page.getByText('Schema saved')).toBeVisible();
  const saved = await ownProject.api<Schema>('GET', '/v1/events/schemas/signup');
  expect(saved).toMatchObject({
    mode: 'quarantine',
    description: 'Somebody joined',
    properties: {
      required: ['plan', 'seats'],
      properties: { plan: { type: 'string' }, seats: { type: 'number' }, coupon: { type: 'string' } },
    },
  });
  await shot(page, 'schema');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove schema' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove schema' }).click();
  await expect(page.getByText('No schema yet')).toBeVisible();
  expect(await ownProject.api('GET', '/v1/events/schemas')).toEqual([]);
});

test('raw JSON is checked while it is typed, and what the server refuses is named and kept', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 40[04]/);
  await resize(page, { width: 390, height: 844 });
  await page.goto(ownProject.page('/data/events/planned_one?tab=schema&view=json'));
  const field = page.getByRole('textbox', { name: 'JSON Schema of the properties' });
  await field.fill('{"type": "object", ');
  await expect(page.getByText('Invalid JSON:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  await field.fill('{"type": "object", "properties": {"a": {"$dynamicRef": "#x"}}}');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save schema' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('$dynamicRef');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue(/dynamicRef/);
  await expectNoSidewaysScroll(page);
  await field.fill('{"type": "object", "properties": {"a": {"type": "string"}}}');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save schema' }).click();
  await expect(page.getByText('Schema saved')).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('group', { name: 'Property a' })).toBeVisible();
});

test('a failed event is looked at and replayed once, by keyboard; what is hostile stays text', async ({
  signedIn: page,
  ownProject,
}) => {
  await keptApart(ownProject, 2);
  await page.goto(ownProject.page('/data?tab=failed'));
  const first = page.getByRole('list', { name: 'Failed events' }).getByRole('button', { expanded: false }).first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree', { name: 'Original event' })).toContainText(hostile);
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await page.getByRole('button', { name: 'Replay', exact: true }).press('Enter');
  await expect(page.getByText('Event replayed')).toBeVisible();
  await expect.poll(() => stored(ownProject), { timeout: 60_000 }).toBe(1);
  await page.reload();
  await expect(page.getByText('Replayed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replay', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('failed events are counted by reason, filtered in the address, and replayed all at once', async ({
  signedIn: page,
  ownProject,
}) => {
  await keptApart(ownProject, 30);
  await ingest(ownProject, [{ event: 'fine' }, { event: 'odd', timestamp: 'yesterday' }]);
  await expect.poll(() => failed(ownProject), { timeout: 60_000 }).toBe(31);
  await page.goto(ownProject.page('/data?tab=failed'));
  const rows = page.getByRole('list', { name: 'Failed events' }).getByRole('listitem');
  await expect(rows).toHaveCount(31);
  const reasons = page.getByRole('region', { name: 'Reasons' });
  await reasons.getByRole('button', { name: 'timestamp must be an ISO 8601 time' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/reason=/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('button').click();
  await expect(rows.first()).toContainText('2026-05-01T12:00:00Z');
  await expect(page.getByRole('button', { name: /^Replay/ })).toHaveCount(0);

  await page.getByRole('button', { name: /^Quarantined/ }).click();
  await expect(rows).toHaveCount(30);
  await page.getByRole('button', { name: 'Replay 30' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('30 events replayed')).toBeVisible();
  await expect.poll(() => stored(ownProject, '?event=purchase'), { timeout: 60_000 }).toBe(30);
  await shot(page, 'failed');
});

test('the ledger says what the API says, adds up, and explains each reason', async ({ signedIn: page, ownProject }) => {
  await keptApart(ownProject, 3);
  await ingest(ownProject, [{ event: 'a', event_id: 'one' }, { event: 'a', event_id: 'one' }, { event: '' }]);
  await expect
    .poll(async () => (await ownProject.api<Ledger>('GET', '/v1/usage/ledger')).totals.received, { timeout: 60_000 })
    .toBe(6);
  const { totals } = await ownProject.api<Ledger>('GET', '/v1/usage/ledger');
  await page.goto(ownProject.page('/data?tab=ledger'));
  await expect(page.getByText('All 6 events are accounted for')).toBeVisible();
  const total = page.getByRole('row', { name: /^Total/ });
  const cells = await total.getByRole('cell').allTextContents();
  const columns = ['received', 'stored', 'duplicate', 'rejected', 'limited', 'invalid', 'failed', 'erased'];
  expect(cells.slice(1, 9).map(Number)).toEqual(columns.map((column) => totals[column]));
  expect(cells[9]).toContain('yes');
  await expect(page.getByRole('row', { name: /^Quarantined/ })).toContainText('Fix the schema');
  await page.getByRole('button', { name: 'Crash reports' }).click();
  await expect(page).toHaveURL(/of=crashes/);
  await expect(page.getByText('No crash reports received in this range')).toBeVisible();
});

test('a viewer reads everything and changes nothing', async ({ page, ownProject, watch }) => {
  // Nothing of the name is stored yet: all of it was quarantined.
  watch.allow(/status of 404/);
  await keptApart(ownProject, 1);
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/data?tab=failed'));
  await page.getByRole('list', { name: 'Failed events' }).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Replay', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: /^Replay \d/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Schemas' }).click();
  await expect(page.getByRole('button', { name: 'New schema' })).toHaveCount(0);
  await page.getByText('purchase').click();
  await expect(page.getByRole('radio', { name: /^Warn/ })).toBeDisabled();
});
