import type { Page } from '@playwright/test';
import { AppDevice } from './harness/app-device.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { OwnProject } from './harness/own-project.ts';
import { pressInDialog } from './harness/press-in-dialog.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

interface Targeting {
  readonly rules: readonly { readonly id: string; readonly name: string | null; readonly value: unknown }[];
  readonly rollout: { readonly percentage: number; readonly value: unknown } | null;
  readonly kill: { readonly reason: string } | null;
}

const targetingOf = (project: OwnProject, key: string) => project.api<Targeting>('GET', `/v1/flags/${key}/rules`);
const makeFlag = (project: OwnProject, key: string, more: object = {}) =>
  project.api('POST', '/v1/flags', { key, name: key, platforms: ['web', 'ios'], ...more });
const rule = (name: string, value: unknown = true) => ({
  name,
  conditions: [{ field: 'plan', op: 'eq', values: [name] }],
  value,
});

/** Chooses something in a list that one can type into. */
async function pick(page: Page, button: RegExp, text: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .click();
}

test('a flag is made, targeted, served, killed, restored and brought back', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  test.slow();
  const pro = new AppDevice(bootstrap, ownProject, 'dev-pro');
  const other = new AppDevice(bootstrap, ownProject, 'dev-other');
  await pro.identify('u-pro', { plan: 'pro' });
  await other.identify('u-free', { plan: 'free' });

  await page.goto(ownProject.page('/flags'));
  await page.getByRole('button', { name: 'Create flag' }).click();
  await page.getByLabel('Name').fill('New checkout');
  await expect(page.getByLabel('Key')).toHaveValue('new_checkout');
  await shot(page, 'flag-new');
  await page.getByRole('dialog').getByRole('button', { name: 'Create flag' }).click();
  await expect(page).toHaveURL(ownProject.page('/flags/new_checkout'));
  await expect(page.getByText('Off in production')).toBeVisible();
  expect((await pro.config()).flags.new_checkout).toBe(false);

  await page.getByRole('button', { name: 'Add rule' }).click();
  await pick(page, /^Field:/, 'plan');
  await pick(page, /^Value:/, 'pro');
  await page.getByLabel('Rule name').fill('Paying people');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add rollout' }).click();
  await expect(page.getByText(/2 changes to production not saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Review and save' }).click();
  const dialog = page.getByRole('dialog', { name: /Save changes to new_checkout in production/ });
  await expect(dialog).toContainText('if plan is pro → true for 100');
  await expect(dialog).toContainText('true for 0');
  await dialog.getByLabel('Comment').fill('<i>Pro</i> first');
  await shot(page, 'flag-review');
  await dialog.getByRole('button', { name: 'Save to production' }).click();
  await expect(page.getByText('On in production by 1 rule only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review and save' })).toHaveCount(0);
  expect((await pro.config()).flags.new_checkout).toBe(true);
  expect((await other.config()).flags.new_checkout).toBe(false);

  await page.getByRole('textbox', { name: 'User id' }).fill('u-9');
  await page.getByRole('textbox', { name: 'Value of plan' }).fill('pro');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByText('Rule 1 “Paying people” matches.')).toBeVisible();

  await page.getByRole('button', { name: 'Kill flag' }).click();
  const kill = page.getByRole('dialog', { name: /Kill new_checkout in production/ });
  await expect(kill.getByRole('button', { name: 'Kill flag' })).toBeDisabled();
  await kill.getByLabel('Reason').fill('Payments fail');
  await kill.getByRole('button', { name: 'Kill flag' }).click();
  await expect(page.getByRole('heading', { name: 'Killed in production' })).toBeVisible();
  await expect(page.getByText('Payments fail').first()).toBeVisible();
  expect((await pro.config()).flags.new_checkout).toBe(false);
  expect((await targetingOf(ownProject, 'new_checkout')).kill?.reason).toBe('Payments fail');

  await page.getByRole('button', { name: 'Restore flag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore flag' }).click();
  await expect(page.getByRole('heading', { name: 'Kill switch' })).toBeVisible();
  expect((await pro.config()).flags.new_checkout).toBe(true);

  await page.getByRole('button', { name: 'History' }).click();
  const changes = page.getByRole('list', { name: 'Changes to new_checkout' }).locator('> li');
  await expect(changes).toHaveCount(5);
  await expect(changes.first()).toContainText('Restored in production');
  const made = changes.filter({ hasText: 'Rules changed in production' });
  await expect(made).toContainText('if plan is pro');
  await expect(made.getByRole('blockquote')).toHaveText('<i>Pro</i> first');
  await shot(page, 'flag-history');
  await made.getByRole('button', { name: 'Revert this change' }).click();
  const revert = page.getByRole('dialog', { name: /Revert new_checkout/ });
  await expect(revert).toContainText('Paying people');
  await revert.getByRole('button', { name: 'Save to production' }).click();
  await expect(changes).toHaveCount(6);
  expect((await pro.config()).flags.new_checkout).toBe(false);
  expect((await targetingOf(ownProject, 'new_checkout')).rules).toEqual([]);
});

test('a flag is made and its rules are ordered with keys alone', async ({ signedIn: page, ownProject }) => {
  await page.goto(ownProject.page('/flags'));
  await page.getByRole('button', { name: 'New flag' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('By hand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'By hand' })).toBeFocused();

  await ownProject.api('PUT', '/v1/flags/by_hand/rules', { rules: [rule('first'), rule('second'), rule('third')] });
  await page.reload();
  const handle = page.getByRole('button', { name: /^Move first/ });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('first moved to position 2 of 3.')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press('End');
  await expect(
    page
      .getByRole('list', { name: /^Rules/ })
      .locator('> li')
      .last(),
  ).toContainText('first');
  await page.getByRole('button', { name: 'Review and save' }).focus();
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Save to production' });
  await expect(save).toBeEnabled();
  await expect(page.getByRole('dialog')).toContainText('second, third, first');
  await pressInDialog(page, 'Save to production');
  await expect(page.getByText('by_hand saved in production')).toBeVisible();
  expect((await targetingOf(ownProject, 'by_hand')).rules.map(({ name }) => name)).toEqual([
    'second',
    'third',
    'first',
  ]);
});

test('a rule is dragged to another place', async ({ signedIn: page, ownProject }) => {
  await makeFlag(ownProject, 'dragged');
  await ownProject.api('PUT', '/v1/flags/dragged/rules', { rules: [rule('first'), rule('second')] });
  await page.goto(ownProject.page('/flags/dragged'));
  const rules = page.getByRole('list', { name: /^Rules/ }).locator('> li');
  const from = await page.getByRole('button', { name: /^Move first/ }).boundingBox();
  const to = await rules.last().boundingBox();
  if (from === null || to === null) throw new Error('The rules are not in sight.');
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, to.y + to.height, { steps: 5 });
  await page.mouse.up();
  await expect(rules.first()).toContainText('second');
  await expect(page.getByText(/1 change to production not saved/)).toBeVisible();
});

test('what somebody else changed in between is reported, and not overwritten unasked', async ({
  signedIn: page,
  ownProject,
}) => {
  await makeFlag(ownProject, 'shared');
  await ownProject.api('PUT', '/v1/flags/shared/rollout', { percentage: 10, value: true });
  await page.goto(ownProject.page('/flags/shared'));
  await page.getByRole('textbox', { name: /^Roll out to/ }).fill('50');
  await expect(page.getByText(/1 change to production/)).toBeVisible();
  await ownProject.api('PUT', '/v1/flags/shared/rollout', { percentage: 20, value: true });
  await page.getByRole('button', { name: 'Review and save' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('changed this flag in production');
  await expect(dialog).toContainText(/true for 20.% of users/);
  expect((await targetingOf(ownProject, 'shared')).rollout?.percentage).toBe(20);
  await dialog.getByRole('button', { name: 'Overwrite in production' }).click();
  await expect(page.getByText('shared saved in production')).toBeVisible();
  expect((await targetingOf(ownProject, 'shared')).rollout?.percentage).toBe(50);
});

test('what the server refuses is shown where it is, and nothing is lost', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 4(00|09)/);
  await makeFlag(ownProject, 'taken');
  await page.goto(ownProject.page('/flags?new=true'));
  await page.getByLabel('Name').fill('Taken');
  await page.getByRole('button', { name: 'Create flag' }).click();
  await expect(page.getByText('A flag with this key already exists')).toBeVisible();
  await page.getByLabel('Key').fill('1 bad key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create flag' }).click();
  await expect(page.getByLabel('Key')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Taken');

  const pattern = { conditions: [{ field: 'email', op: 'contains', values: ['(a+)+\\1'] }], value: true };
  await ownProject.api('PUT', '/v1/flags/taken/rules', { rules: [pattern] });
  await page.goto(ownProject.page('/flags/taken'));
  await page.getByRole('button', { name: 'Edit Rule 1' }).click();
  await pick(page, /^Comparison:/, 'matches regex');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('button', { name: 'Save to production' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nothing was saved.');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('list', { name: 'Conditions' }).getByText(/can't be used as a pattern/)).toBeVisible();
});

test('unsaved changes ask before they are left', async ({ signedIn: page, ownProject }) => {
  await makeFlag(ownProject, 'left');
  await page.goto(ownProject.page('/flags/left'));
  await page.getByRole('button', { name: 'Add rollout' }).click();
  await page.getByRole('button', { name: 'Environments' }).click();
  await expect(page).toHaveURL(/tab=environments/);
  await page.getByRole('link', { name: 'Flags' }).first().click();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Targeting' }).click();
  await expect(page.getByText(/1 change to production/)).toBeVisible();
  await page.getByRole('link', { name: 'Flags' }).first().click();
  await ask.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(ownProject.page('/flags'));
});

test('targeting is copied to another environment, a flag is archived and brought back', async ({
  signedIn: page,
  ownProject,
}) => {
  await makeFlag(ownProject, 'copied');
  await ownProject.api('PUT', '/v1/flags/copied/rollout', { percentage: 25, value: true });
  await page.goto(ownProject.page('/flags/copied?tab=environments'));
  await page.getByRole('button', { name: 'Copy production to development' }).click();
  await expect(page.getByRole('dialog')).toContainText('true for 25');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy production to development' }).click();
  await expect(page.getByText(/On for 25.% of development/)).toBeVisible();
  const there = await ownProject.api<Targeting>('GET', '/v1/flags/copied/rules?environment_id=development');
  expect(there.rollout?.percentage).toBe(25);

  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Archive flag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive flag' }).click();
  await expect(page.getByText('Archived, not served')).toBeVisible();
  expect(await ownProject.api('GET', '/v1/flags/copied')).toMatchObject({ status: 'archived' });
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(/On for 25.% of production/)).toBeVisible();
});

test('a viewer sees everything and can change nothing', async ({ page, ownProject, watch }) => {
  watch.allow(/status of 403/);
  await makeFlag(ownProject, 'watched');
  await ownProject.api('PUT', '/v1/flags/watched/rules', { rules: [rule('pro')] });
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/flags'));
  await expect(page.getByRole('row', { name: /watched/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New flag' })).toHaveCount(0);
  await page.getByRole('row', { name: /watched/ }).click();
  await expect(page.getByText(/This requires the editor role/)).toBeVisible();
  await expect(page.getByText('if plan is pro')).toBeVisible();
  for (const name of ['Add rule', 'Kill flag', 'Add rollout', /^Edit/, /^Move/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('Rules changed in production')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revert/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('button', { name: 'Archive flag' })).toHaveCount(0);
  const status = await page.evaluate(async () => {
    const session = (await (await fetch('/v1/session')).json()) as { data: { csrf_token: string } };
    const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': session.data.csrf_token };
    const body = JSON.stringify({ reason: 'because' });
    return (await fetch('/v1/flags/watched/kill', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(403);
});

test('the list is sorted, kills a flag with a reason, and a flag shows how apps read it', async ({
  signedIn: page,
  ownProject,
}) => {
  await makeFlag(ownProject, 'banner', { value_type: 'string', default_value: 'none' });
  await makeFlag(ownProject, 'alpha');
  await makeFlag(ownProject, 'zeta');
  await resize(page, { width: 1440, height: 900 });
  await page.goto(ownProject.page('/flags'));
  const rows = page.getByRole('grid', { name: 'Flags' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('zeta');
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await expect(rows.nth(1)).toContainText('alpha');
  await page.reload();
  await expect(rows.nth(1)).toContainText('alpha');
  const targeting = page.getByRole('switch', { name: 'Targeting of banner' });
  await targeting.press(' ');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Kill banner in production?');
  await page.keyboard.press('Escape');
  await expect(targeting).toBeChecked();
  await targeting.press(' ');
  await dialog.getByLabel('Reason').fill('Too loud');
  await dialog.getByRole('button', { name: 'Kill flag' }).click();
  await expect(targeting).not.toBeChecked();
  expect((await targetingOf(ownProject, 'banner')).kill?.reason).toBe('Too loud');
  await shot(page, 'flags-sorted');
  await expectAccessible(page);
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'flags-sorted-phone');
  await targeting.press(' ');
  await dialog.getByRole('button', { name: 'Restore flag' }).click();
  await expect(targeting).toBeChecked();

  await resize(page, { width: 1440, height: 900 });
  await page.goto(ownProject.page('/flags/banner'));
  const code = page.getByRole('figure', { name: /read banner/ });
  await expect(code).toContainText("lamppost.flag('banner', 'none')");
  await page.getByRole('button', { name: 'React', exact: true }).click();
  await expect(code).toContainText("useFlag('banner', 'none')");
  await page.reload();
  await expect(code).toContainText('useFlag');
  await code.scrollIntoViewIfNeeded();
  await shot(page, 'flag-snippet');
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'flag-snippet-phone');
});

test('a flag has an owner, who finds it in the list', async ({ signedIn: page, ownProject, bootstrap }) => {
  await makeFlag(ownProject, 'owned');
  await makeFlag(ownProject, 'other');
  const { email } = bootstrap.owner;
  await page.goto(ownProject.page('/flags/owned?tab=details'));
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: email }).click();
  await page.getByRole('button', { name: 'Review and save' }).click();
  const dialog = page.getByRole('dialog', { name: /Save owned/ });
  await expect(dialog).toContainText(email);
  await dialog.getByLabel('Comment').fill('on call');
  await dialog.getByRole('button', { name: 'Save flag' }).click();
  await expect(page.locator('dl').first()).toContainText(email);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('blockquote')).toHaveText('on call');

  await page.goto(ownProject.page('/flags'));
  const rows = page.getByRole('grid', { name: 'Flags' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Any owner' }).click();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(/owner=me/);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(email);
  await shot(page, 'flags-owned');
  await page.goto(ownProject.page('/settings?tab=changes'));
  await expect(page.getByRole('blockquote')).toHaveText('on call');
});

test('filters are in the address, and a reload shows the same', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/flags');
  await expect(page.getByRole('row', { name: /photo_search/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('plus');
  await expect(page.getByRole('row', { name: /photo_search/ })).toHaveCount(0);
  await expect(page).toHaveURL(/q=plus/);
  await page.reload();
  await expect(page.getByRole('row', { name: /plus_perks/ })).toBeVisible();
  await page.getByRole('button', { name: 'Archived' }).click();
  await expect(page.getByText('No matching flags')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row', { name: /photo_search/ })).toBeVisible();
  await expect(page).toHaveURL(/\/flags$/);
});

test('the demo flag shows its estimate, exposures and health, readable by everybody', async ({
  signedIn: page,
  bootstrap,
}) => {
  await page.goto('/p/default/production/flags/photo_search?range=90d&days=30');
  await expect(page.getByText(/About [\d,]+ of the [\d,]+ users active in the last 30 days/)).toBeVisible();
  const response = await fetch(`${bootstrap.base_url}/v1/insights/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${bootstrap.keys.production.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: {
        kind: 'sql',
        sql: "SELECT count(DISTINCT person_id) FROM events WHERE timestamp > now() - INTERVAL 30 DAY AND timestamp <= now() AND platform IN ('ios', 'ipados', 'android')",
      },
    }),
  });
  const { data } = (await response.json()) as { data: { rows: number[][] } };
  await expect(page.getByText(`of the ${data.rows[0]?.[0]?.toLocaleString('en')} users`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'true', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /^true .*sessions/ })).toBeVisible();
  await expectAccessible(page);
});
