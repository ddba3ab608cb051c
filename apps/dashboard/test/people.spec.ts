import { readFile } from 'node:fs/promises';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

interface Person {
  readonly id: string;
  readonly event_count: number;
}

const hostile = '<img src=x onerror="window.hit=1">';

/** Ada on one phone, with something hostile in everything that she may write. */
async function ada(project: OwnProject): Promise<void> {
  await project.api('POST', '/v1/devices/register', { device_id: 'phone-1', anonymous_id: 'a-1', platform: 'ios' });
  const attributes = { name: 'Ada', plan: 'pro', [hostile]: `\u202e${'x'.repeat(1_000)}`, tags: [hostile] };
  await project.api('POST', '/v1/devices/phone-1/identify', { user_id: 'ada', attributes });
  const context = { user: { id: 'ada', anonymous_id: 'a-1' }, device: { id: 'phone-1' }, session: { id: 's-1' } };
  const batch = [
    { event: 'opened', event_id: 'e-1', properties: { n: 1 } },
    {
      event: hostile,
      event_id: 'e-2',
      properties: { [hostile]: '<script>window.hit=1</script>', deep: { a: [1], long: 'x'.repeat(10_000) } },
    },
  ];
  await project.api('POST', '/v1/ingest', { batch, context });
  await expect
    .poll(async () => (await project.api<readonly Person[]>('GET', '/v1/people'))[0]?.event_count, { timeout: 60_000 })
    .toBe(2);
}

test('a user and a device of the same id each open their own page from the list', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/ingest', {
    batch: [
      { event: 'signed_in', context: { user: { id: 'ada' } } },
      { event: 'beeped', context: { device: { id: 'ada' } } },
      { event: 'blinked', context: { device: { id: 'ada' } } },
    ],
  });
  await expect
    .poll(async () => (await ownProject.api<readonly Person[]>('GET', '/v1/people')).length, { timeout: 60_000 })
    .toBe(2);
  for (const [kind, events, event] of [
    ['Device only', '2 events', 'beeped'],
    ['User', '1 event', 'signed_in'],
  ] as const) {
    await page.goto(ownProject.page('/people'));
    await page.getByRole('row').filter({ hasText: kind }).getByRole('link').first().click();
    await expect(page.getByText(kind, { exact: true })).toBeVisible();
    await expect(page.getByText(events)).toBeVisible();
    await expect(page.getByText(event)).toBeVisible();
  }
});

test('people are listed as the API lists them, found by a part of an id, and opened by keyboard', async ({
  signedIn: page,
  bootstrap,
}) => {
  const headers = { Authorization: `Bearer ${bootstrap.keys.production.secret}` };
  const response = await fetch(`${bootstrap.base_url}/v1/people?limit=3`, { headers });
  const { data } = (await response.json()) as { data: readonly Person[] };
  const [first, , third] = data;
  await page.goto('/p/default/production/people');
  await expect(page.getByRole('row').nth(1)).toContainText(first?.id ?? '');
  await expect(page.getByRole('row').nth(3)).toContainText(third?.id ?? '');

  await page.getByRole('searchbox', { name: 'Search by id or email' }).fill(third?.id ?? '');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`q=${third?.id}`));
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(third?.id ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('list', { name: /Activity on/ }).first()).toBeVisible();
  await shot(page, 'person');
});

test('people are filtered, sorted by the server, and shown in columns that the browser keeps', async ({
  signedIn: page,
  ownProject,
}) => {
  await ada(ownProject);
  await ownProject.api('POST', '/v1/ingest', {
    batch: ['x', 'y', 'z'].map((event) => ({ event, context: { user: { id: 'bob' } } })),
  });
  await expect
    .poll(async () => (await ownProject.api<readonly Person[]>('GET', '/v1/people')).length, { timeout: 60_000 })
    .toBe(2);
  await resize(page, { width: 1440, height: 900 });
  await page.goto(ownProject.page('/people'));
  const rows = page.getByRole('grid', { name: 'People' }).getByRole('row');
  await page.getByRole('button', { name: 'Events' }).click();
  await expect(page).toHaveURL(/sort=/);
  await expect(rows.nth(1)).toContainText('bob');
  await page.getByRole('button', { name: 'Events' }).click();
  await expect(rows.nth(1)).toContainText('ada');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'plan' }).check();
  await page.getByRole('checkbox', { name: 'Country' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.keyboard.type('user.plan');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Value:' }).click();
  await page.keyboard.type('pro');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('pro');
  await expect(page.getByRole('columnheader', { name: 'Country' })).toHaveCount(0);
  await shot(page, 'people-filtered');
  await expectAccessible(page);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'people-filtered-phone');
});

test('a person shows ids, attributes and a timeline that folds out; what is hostile stays text', async ({
  signedIn: page,
  ownProject,
}) => {
  await ada(ownProject);
  await page.goto(ownProject.page('/people/a-1'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada');
  const aside = page.getByRole('complementary', { name: 'Person details' });
  await expect(aside).toContainText('phone-1');
  await expect(aside).toContainText(hostile);
  const entry = page.getByRole('button', { name: hostile });
  await entry.focus();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('tree', { name: 'The event' });
  await expect(tree).toContainText('<script>window.hit=1</script>');
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(tree).toBeVisible();
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('flags and experiments are shown as they are served, with the reason', async ({ signedIn: page, ownProject }) => {
  await ada(ownProject);
  await ownProject.api('POST', '/v1/flags', { key: 'perks', name: 'Perks', platforms: ['ios'] });
  await ownProject.api('PUT', '/v1/flags/perks/rules', {
    rules: [{ name: 'Paying', conditions: [{ field: 'plan', op: 'eq', values: ['pro'] }], value: true }],
  });
  await page.goto(ownProject.page('/people/ada?tab=served'));
  const row = page.getByRole('row', { name: /perks/ });
  await expect(row).toContainText('true');
  await expect(row).toContainText('Rule “Paying” matches');
  await expect(page.getByText('No running experiments')).toBeVisible();
  await row.press('Enter');
  await expect(page).toHaveURL(/\/flags\/perks/);
});

test('an export is the file that the API answers', async ({ signedIn: page, ownProject }) => {
  await ada(ownProject);
  await page.goto(ownProject.page('/people/ada'));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('ada.json');
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { data: unknown };
  expect(file.data).toEqual(await ownProject.api('GET', '/v1/users/ada/export'));
});

test('erasing asks for the id, shows the job, and nobody is found afterwards', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 404/);
  await ada(ownProject);
  await page.goto(ownProject.page('/people/ada'));
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Erase user' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Erase' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox').fill('ada');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Erase user' }).press('Enter');
  await expect(page.getByRole('heading', { name: /is being erased|was erased/ })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Progress' });
  await expect(steps.getByRole('listitem').nth(1).getByRole('img', { name: 'Done' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('dl')).toContainText('Events');
  await shot(page, 'erasure');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Look up the user again' }).click();
  await expect(page.getByText('Person not found')).toBeVisible();
  expect(await ownProject.api('GET', '/v1/people')).toEqual([]);
});

test('a device shows its facts and its user, and is erased on a phone', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 404/);
  await ada(ownProject);
  await resize(page, { width: 390, height: 844 });
  await page.goto(ownProject.page('/devices?q=phone'));
  await page.getByText('phone-1').click();
  const about = page.getByRole('complementary', { name: 'Device details' });
  await expect(about).toContainText('ios');
  await expect(about.getByRole('link', { name: 'ada' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Device events' }).getByRole('button')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('phone-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase device' }).click();
  await expect(page.getByRole('heading', { name: /is being erased|was erased/ })).toBeVisible();
});

test('a viewer is told why nothing can be exported or erased', async ({ page, ownProject }) => {
  await ada(ownProject);
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/people/ada'));
  const button = page.getByRole('button', { name: 'Export' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Erase' })).toHaveCount(0);
  await button.hover();
  await expect(page.getByRole('tooltip')).toContainText('requires the admin role');
});
