import { minifiedApp } from './crashes/minified-app.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import type { OwnProject } from './harness/own-project.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

interface Group {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly is_regression: boolean;
  readonly reports: number;
}

async function report(project: OwnProject, baseUrl: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/crashes/report`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${project.keys.production.publishable}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ platform: 'web', app_version: '1.0.0', ...body }),
  });
  expect(response.status).toBe(202);
}

const groupsOf = (project: OwnProject): Promise<readonly Group[]> => project.api('GET', '/v1/crashes/groups');

async function waitForGroups(project: OwnProject, count: number): Promise<readonly Group[]> {
  await expect.poll(async () => (await groupsOf(project)).length, { timeout: 60_000 }).toBe(count);
  return groupsOf(project);
}

test('a minified stack becomes readable by an uploaded source map, and a resolved crash comes back as a regression', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  const app = await minifiedApp('https://shop.example/assets/app.js');
  const crash = {
    exception_type: 'TypeError',
    stack_trace: app.stack,
    session_id: 's-1',
    device_id: 'd-1',
    user_id: 'ann',
  };
  await report(ownProject, bootstrap.base_url, crash);
  await waitForGroups(ownProject, 1);

  await page.goto(ownProject.page('/crashes'));
  await page.getByRole('link', { name: /TypeError/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /TypeError/ })).toBeVisible();
  const note = page.getByRole('note');
  await expect(note).toContainText('No source map uploaded for assets/app.js of version 1.0.0.');
  const address = page.url();

  await note.getByRole('link', { name: 'Upload it' }).click();
  await expect(page.getByLabel('Script')).toHaveValue('assets/app.js');
  await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.0');
  await page
    .getByLabel('Symbol file', { exact: true })
    .setInputFiles({ name: 'app.js.map', mimeType: 'application/json', buffer: app.map });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByRole('table', { name: 'Symbol files' })).toContainText('assets/app.js');

  await page.goto(address);
  const stack = page.getByRole('region', { name: 'Stack trace' });
  await expect(stack).toContainText('src/cart.ts:5:');
  await expect(stack).toContainText('addToCart');
  await expect(stack).toContainText("throw new TypeError('the cart is empty')");
  await stack.getByRole('button', { name: 'Raw' }).click();
  await expect(page).toHaveURL(/stack=reported/);
  await page.reload();
  await expect(stack).toContainText(`${app.scriptUrl}:1:`);
  await expect(stack).not.toContainText('cart.ts');

  await page.getByRole('button', { name: 'Resolve in 1.0.0' }).click();
  await expect(page.getByText('Resolved in 1.0.0').first()).toBeVisible();
  expect((await groupsOf(ownProject))[0]?.status).toBe('resolved');

  await report(ownProject, bootstrap.base_url, { ...crash, app_version: '1.1.0', session_id: 's-2' });
  await expect
    .poll(async () => (await groupsOf(ownProject))[0], { timeout: 60_000 })
    .toMatchObject({ is_regression: true, reports: 2 });
  await page.reload();
  await expect(page.getByText('Regressed in 1.1.0').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolve in 1.1.0' })).toBeVisible();
});

test('a silence stands between the two steps that it separates, and one report proves nothing', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  const crashedAt = Date.now() - 60_000;
  const hostile = '<img src=x onerror=alert(1)>';
  const before = (seconds: number): string => new Date(crashedAt - seconds * 1000).toISOString();
  const sessions = Array.from({ length: 20 }, (_, at) => ({
    event: 'opened',
    timestamp: before(90),
    context: { session: { id: `s-${at}` }, app: { version: at === 0 ? '2.0.0' : '1.0.0' } },
  }));
  await ownProject.store(sessions);
  await report(ownProject, bootstrap.base_url, {
    exception_type: 'TypeError',
    stack_trace: 'TypeError: no cart\n    at cart (https://shop.example/cart.js:1:1)',
    app_version: '2.0.0',
    session_id: 's-0',
    timestamp: before(0),
    breadcrumbs: [
      { timestamp: before(80), category: 'navigation', message: 'home' },
      { timestamp: before(50), category: 'ui', message: 'tap pay' },
      { timestamp: before(49), category: 'http', message: 'POST /pay', level: 'error', data: { body: hostile } },
    ],
  });
  const [group] = await waitForGroups(ownProject, 1);
  await page.goto(ownProject.page(`/crashes/${group?.id}`));
  const led = page.getByRole('region', { name: 'Breadcrumbs' });
  await expect(led.getByRole('listitem')).toHaveText([
    /home/,
    /^30\ss without breadcrumbs$/,
    /tap pay/,
    /POST \/pay/,
    /^49\ss without breadcrumbs$/,
    /TypeError/,
  ]);
  const step = led.getByRole('button', { name: /POST \/pay/ });
  await step.focus();
  await page.keyboard.press('Enter');
  await expect(step).toHaveAttribute('aria-expanded', 'true');
  const fields = led.getByRole('tree', { name: 'Breadcrumb' });
  await expect(fields).toContainText(hostile);
  await expect(fields).toContainText('level');
  await led.scrollIntoViewIfNeeded();
  await shot(page, 'crash-silence');
  const sent = page.getByRole('region', { name: 'Session events' });
  await expect(sent.getByRole('listitem')).toHaveCount(0);
  await sent.getByRole('button', { name: 'Show events' }).click();
  await expect(sent.getByRole('listitem')).toHaveText([/opened/]);
  await sent.getByRole('button', { name: /opened/ }).click();
  await expect(sent.getByLabel('The event')).toContainText('s-0');
  await sent.scrollIntoViewIfNeeded();
  await shot(page, 'crash-session-events');
  await expect(page.getByText('2.0.0', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('× its usual share')).toHaveCount(0);
  await expect(page.getByText('Only in version 2.0.0')).toHaveCount(0);
});

test('the list can be worked through with the keyboard alone, and several groups changed at once', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  for (const name of ['alpha', 'beta', 'gamma']) {
    await report(ownProject, bootstrap.base_url, {
      exception_type: 'Error',
      stack_trace: `Error: no ${name}\n    at ${name} (https://shop.example/${name}.js:1:1)`,
      session_id: name,
    });
  }
  const groups = await waitForGroups(ownProject, 3);
  await page.goto(ownProject.page('/crashes'));
  const table = page.getByRole('grid', { name: 'Crash groups' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('j');
  await expect(table.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  const toolbar = page.getByRole('toolbar', { name: 'Change the selected groups' });
  await expect(toolbar).toContainText('2 selected');
  await toolbar.getByRole('button', { name: 'Ignore' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  expect((await groupsOf(ownProject)).filter(({ status }) => status === 'ignored')).toHaveLength(2);

  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('e');
  await expect(page.getByText('No crashes in this range')).toBeVisible();
  await page.getByRole('button', { name: 'Resolved' }).click();
  await expect(page).toHaveURL(/status=resolved/);
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  const left = (await groupsOf(ownProject)).find(({ status }) => status === 'resolved');
  await expect(page).toHaveURL(new RegExp(`/crashes/${left?.id}`));
  expect(groups.map(({ id }) => id)).toContain(left?.id);
});

test('a group is assigned and commented on, and the list shows who has what', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  for (const name of ['cart', 'menu']) {
    await report(ownProject, bootstrap.base_url, {
      exception_type: 'Error',
      stack_trace: `Error: no ${name}\n    at ${name} (https://shop.example/${name}.js:1:1)`,
    });
  }
  const groups = await waitForGroups(ownProject, 2);
  const cart = groups.find(({ title }) => title.includes('cart'));
  const [member] = await ownProject.api<readonly { id: string; email: string; name: string | null }[]>(
    'GET',
    '/v1/members',
  );
  const name = member?.name ?? member?.email ?? '';
  await page.goto(ownProject.page(`/crashes/${cart?.id}`));
  await page.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Group assigned' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue(name);

  const thread = page.getByRole('region', { name: 'Comments' });
  const text = '<b>Since</b> 1.0.0\nsee **#12**';
  await thread.getByRole('textbox', { name: 'Comment' }).fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(thread.getByRole('listitem')).toContainText(text);
  await expect(thread.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
  await shot(page, 'crash-comments');

  await page.goto(ownProject.page('/crashes'));
  const table = page.getByRole('grid', { name: 'Crash groups' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Any assignee' }).click();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(/assignee=me/);
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText(name);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('no cart');
  await shot(page, 'crashes-assigned');
  await page.getByRole('button', { name: 'Regressed' }).click();
  await expect(page.getByText('No groups match these filters')).toBeVisible();

  await page.goto(ownProject.page(`/crashes/${cart?.id}`));
  await thread.getByRole('button', { name: 'Delete comment' }).click();
  await thread.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(thread.getByRole('listitem')).toHaveCount(0);
});

test('groups are merged and split again', async ({ signedIn: page, ownProject, bootstrap }) => {
  for (const name of ['cart', 'menu']) {
    await report(ownProject, bootstrap.base_url, {
      exception_type: 'Error',
      stack_trace: `Error: no ${name}\n    at ${name} (https://shop.example/${name}.js:1:1)`,
    });
  }
  const groups = await waitForGroups(ownProject, 2);
  const menu = groups.find(({ title }) => title.includes('menu'));
  await page.goto(ownProject.page(`/crashes/${menu?.id}`));
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another group…' }).click();
  await page.getByRole('button', { name: /Group to merge into/ }).click();
  await page.getByRole('option', { name: /no cart/ }).click();
  await page.getByRole('button', { name: 'Merge groups' }).click();
  await expect(page.getByText('no cart').first()).toBeVisible();
  await waitForGroups(ownProject, 1);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Split…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Split this group' });
  await dialog.getByRole('listitem').filter({ hasText: 'no menu' }).getByRole('button', { name: 'Split off' }).click();
  await waitForGroups(ownProject, 2);
});

test('a viewer reads everything and is offered no change', async ({ page, ownProject, bootstrap, watch }) => {
  watch.allow(/status of 403/);
  await report(ownProject, bootstrap.base_url, {
    exception_type: 'Error',
    stack_trace: 'Error: no cart\n    at cart (https://shop.example/cart.js:1:1)',
  });
  const [group] = await waitForGroups(ownProject, 1);
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/crashes'));
  await expect(page.getByRole('grid', { name: 'Crash groups' })).toContainText('no cart');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.goto(ownProject.page(`/crashes/${group?.id}`));
  await expect(page.getByRole('note')).toContainText('Ask an editor to upload it.');
  await expect(page.getByRole('button', { name: /^(Resolve|Ignore|More actions|Comment)/ })).toHaveCount(0);
  await expect(page.getByText('No comments yet')).toBeVisible();
  await page.goto(ownProject.page('/releases'));
  await expect(page.getByRole('grid', { name: 'Releases' })).toContainText('1.0.0');
  await expect(page.getByRole('button', { name: 'Register release' })).toHaveCount(0);
  const { csrf_token: token } = (await (await page.request.get('/v1/session')).json()).data;
  const refused = await page.request.patch(`/v1/crashes/groups/${group?.id}?environment_id=production`, {
    headers: { 'X-CSRF-Token': token, 'X-Lamppost-Project': ownProject.id },
    data: { status: 'resolved' },
  });
  expect(refused.status()).toBe(403);
});

test('what the pages show is what the API answers', async ({ signedIn: page, bootstrap }) => {
  const groups = await demoGroups(bootstrap);
  await page.goto('/p/default/production/crashes?range=90d&sort=reports');
  const rows = page.getByRole('grid', { name: 'Crash groups' }).getByRole('row');
  await expect(rows).toHaveCount(groups.length + 1);
  for (const [at, group] of groups.slice(0, 3).entries()) {
    await expect(
      rows
        .nth(at + 1)
        .getByRole('gridcell')
        .nth(4),
    ).toHaveText(String(group.reports));
  }
  await shot(page, 'crashes');
  await page.goto(`/p/default/production/crashes/${groups[0]?.id}?range=90d`);
  await expect(page.getByText('Reports in this range').locator('..')).toContainText(String(groups[0]?.reports));
  await expect(page.getByRole('region', { name: 'Why these reports are grouped' })).toBeVisible();
  await shot(page, 'crash');
});

async function demoGroups(bootstrap: Bootstrap): Promise<readonly Group[]> {
  const since = new Date(Date.now() - 90 * 86_400_000).toISOString();
  const response = await fetch(`${bootstrap.base_url}/v1/crashes/groups?sort=reports&status=open&from=${since}`, {
    headers: { Authorization: `Bearer ${bootstrap.keys.production.secret}` },
  });
  return ((await response.json()) as { data: readonly Group[] }).data;
}
