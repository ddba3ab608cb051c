import { expectAccessible } from './harness/expect-accessible.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly revoked_at: string | null;
}

const hostile = '<img src=x onerror="window.hit=1">';

test('a key is made, shown once, used, and revoked: then the server refuses it', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  await page.goto(ownProject.page('/settings?tab=keys'));
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Build server');
  await page.getByRole('radio', { name: 'Secret' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const key = (await dialog.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^lp_sec_production_/);
  const ask = () => fetch(`${bootstrap.base_url}/v1/project`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(200);
  await page.getByRole('button', { name: "I've copied it" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('table', { name: 'Keys for production' }).getByRole('row', { name: /Build server/ });
  await expect(row).toContainText(`…${key.slice(-4)}`);
  await expect(row).not.toContainText(key);

  await page.getByRole('button', { name: 'Revoke Build server' }).click();
  const revoke = dialog.getByRole('button', { name: 'Revoke key' });
  await expect(dialog).toContainText('Servers, scripts and CI using this key are rejected');
  await expect(revoke).toBeDisabled();
  await dialog.getByRole('textbox').fill('Build server');
  await revoke.click();
  await expect(row).toHaveCount(0);
  expect((await ask()).status).toBe(401);
  await page.getByRole('switch', { name: 'Show revoked' }).click();
  await expect(row).toContainText('Revoked');
  await page.reload();
  await expect(row).toContainText('Revoked');
  const rows = await ownProject.api<KeyRow[]>('GET', '/v1/keys?limit=100');
  expect(rows.find(({ name }) => name === 'Build server')?.revoked_at).not.toBeNull();
});

test('somebody is invited by a link, joins in another browser, gets another role, and is removed', async ({
  signedIn: page,
  ownProject,
  browser,
}) => {
  await page.goto(ownProject.page('/settings?tab=members'));
  await page.getByRole('button', { name: 'Invite member' }).click();
  const email = `grace-${ownProject.slug}@example.com`;
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const link = (await dialog.locator('code').textContent()) ?? '';
  expect(new URL(link).pathname).toBe('/invitations');
  await page.getByRole('button', { name: "I've copied it" }).click();
  await expect(page.getByRole('table', { name: 'Pending invitations' })).toContainText(email);

  const elsewhere = await browser.newContext({ baseURL: new URL(link).origin });
  const guest = await elsewhere.newPage();
  await guest.goto(link);
  await expect(guest.getByText(`${email} was invited as viewer`)).toBeVisible();
  await guest.getByLabel('Your name').fill(hostile);
  await guest.getByLabel('Create a password').fill('a password of hers');
  await guest.getByRole('button', { name: `Join ${ownProject.slug}` }).click();
  await expect(guest).toHaveURL(new RegExp(`/p/${ownProject.slug}/production/`));
  await guest.goto(ownProject.page('/settings?tab=keys'));
  await expect(guest.getByRole('table', { name: 'Keys for production' })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'New key' })).toHaveCount(0);

  await page.reload();
  const members = page.getByRole('table', { name: 'Members' });
  await expect(members).toContainText(hostile);
  await expect(page.getByText('No pending invitations')).toBeVisible();
  const role = page.getByRole('combobox', { name: `Role of ${email}` });
  await role.click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await expect(page.getByText(`${hostile} is now admin`)).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('button', { name: 'New key' })).toBeVisible();

  await page.getByRole('button', { name: `Remove ${email}` }).click();
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(members.getByRole('row')).toHaveCount(2);
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await elsewhere.close();
});

for (const role of ['viewer', 'editor', 'admin'] as const) {
  test(`somebody who is ${role} sees what the role may do, and the server says the same`, async ({
    page,
    ownProject,
    watch,
  }) => {
    watch.allow(/status of 403 .*\/v1\/(keys|project|projects|invitations)$/);
    const mayChange = role === 'admin';
    await signInAs(page, ownProject, role);
    await page.goto(ownProject.page('/settings'));
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeEnabled({ enabled: mayChange });
    await expect(page.getByRole('link', { name: 'Backups' })).toHaveCount(0);
    const buttons = { keys: 'New key', environments: 'New environment', members: 'Invite member' };
    for (const [tab, name] of Object.entries(buttons)) {
      await page.goto(ownProject.page(`/settings?tab=${tab}`));
      await expect(page.locator('table').first()).toBeVisible();
      await expect(page.getByRole('button', { name })).toHaveCount(mayChange ? 1 : 0);
    }
    // An address that opens the dialog opens it for nobody who may not use it.
    await page.goto(ownProject.page('/settings?tab=keys&new=true'));
    await expect(page.locator('table').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(mayChange ? 1 : 0);
    const statuses = await page.evaluate(async (project) => {
      const session = (await (await fetch('/v1/session')).json()) as { data: { csrf_token: string } };
      const headers = { 'X-CSRF-Token': session.data.csrf_token, 'X-Lamppost-Project': project };
      const key = { kind: 'dev', environment_id: 'production', name: 'direct' };
      const send = async (method: string, path: string, body?: unknown) =>
        (
          await fetch(path, {
            method,
            headers: { ...headers, 'Content-Type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
        ).status;
      return [
        await send('POST', '/v1/keys', key),
        await send('PATCH', '/v1/project', { retention_days: null }),
        await send('GET', '/v1/invitations'),
        await send('GET', '/v1/projects'),
      ];
    }, ownProject.slug);
    expect(statuses).toEqual(mayChange ? [201, 200, 200, 403] : [403, 403, 403, 403]);
  });
}

test.describe('refusals that are looked for', () => {
  test.beforeEach(({ watch }) => watch.allow(/status of (403|404|409)/));

  test('the last owner cannot leave; anybody else can, and lands outside', async ({ page, signedIn, ownProject }) => {
    await signedIn.goto(ownProject.page('/settings?tab=members'));
    await expect(signedIn.getByText('You are the only owner.')).toBeVisible();
    await expect(signedIn.getByRole('button', { name: 'Leave project' })).toHaveCount(0);
    await page.context().clearCookies();
    await signInAs(page, ownProject, 'editor');
    await page.goto(ownProject.page('/settings?tab=members'));
    await page.getByRole('button', { name: 'Leave project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave project' }).click();
    await expect(page.getByText("You aren't a member of any project yet.")).toBeVisible();
    const members = await ownProject.api<{ role: string }[]>('GET', '/v1/members');
    expect(members.map(({ role }) => role)).toEqual(['owner']);
  });
});

test('the change log tells in sentences, is filtered by the address, and shows the difference', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/flags', { key: 'photo_search', name: hostile, platforms: ['web'] });
  await ownProject.api('PUT', '/v1/flags/photo_search/rollout', { percentage: 10, value: true });
  await ownProject.api('PUT', '/v1/flags/photo_search/rollout', { percentage: 40, value: true });
  await ownProject.api('PATCH', '/v1/project', { timezone: 'Europe/Berlin' });
  await page.goto(ownProject.page('/settings?tab=changes'));
  const log = page.getByRole('list', { name: 'Changes' });
  const entries = log.locator(':scope > li');
  const raised = entries.filter({ hasText: 'Raised the rollout of photo_search' });
  await expect(raised).toHaveText(/from 10\s%\sto 40\s%\sin production by secret key/);
  await expect(log).toContainText('Changed the time zone of the project to Europe/Berlin');
  await raised.getByRole('button', { name: 'Details' }).click();
  await expect(raised).toContainText('rollout › percentage');
  await expect(raised.locator('del')).toHaveText('10');

  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Flag targeting' }).click();
  await expect(entries).toHaveCount(2);
  await expect(page).toHaveURL(/kind=targeting/);
  await page.reload();
  await expect(entries).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search by key or name' }).fill('PHOTO');
  await expect(entries).toHaveCount(3);
  await raised.getByRole('link', { name: 'photo_search' }).click();
  await expect(page).toHaveURL(ownProject.page('/flags/photo_search'));
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('a project is renamed and its days begin elsewhere; an environment is added and can be entered', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/settings'));
  await page.getByRole('textbox', { name: 'Name' }).fill('The shop');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Toky');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByRole('button', { name: 'Save project' }).click();
  await expect(page.getByRole('button', { name: 'Project: The shop. Switch project' })).toBeVisible();
  expect(await ownProject.api('GET', '/v1/project')).toMatchObject({ name: 'The shop', timezone: 'Asia/Tokyo' });
  await page.goto(ownProject.page('/settings?tab=environments'));
  await page.getByRole('button', { name: 'New environment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Staging EU');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Staging EU' }).click();
  await expect(page).toHaveURL(ownProject.page('/settings?tab=environments', 'staging-eu'));
  await expect(page.getByRole('button', { name: /^Environment: Staging EU/ })).toBeVisible();
});

test('a shorter retention says what goes and wants to be typed; somebody is erased, and the job is shown', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 404 .*\/v1\/users\/nobody/);
  await ownProject.api('POST', '/v1/devices/register', { device_id: 'a-phone' });
  await ownProject.api('POST', '/v1/devices/a-phone/identify', { user_id: 'ada' });
  await page.goto(ownProject.page('/settings?tab=retention'));
  await page.getByText('For a number of days').click();
  await page.getByRole('textbox', { name: 'Days' }).fill('30');
  await expect(page.getByRole('status').filter({ hasText: 'more than 30 days ago' })).toContainText(
    "This can't be undone.",
  );
  await page.getByRole('button', { name: 'Save retention' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('30');
  await dialog.getByRole('button', { name: 'Delete older data' }).click();
  await expect(dialog).toBeHidden();
  expect(await ownProject.api('GET', '/v1/project')).toMatchObject({ retention_days: 30 });

  const field = page.getByRole('textbox', { name: 'User id' });
  const erase = async (id: string) => {
    await field.fill(id);
    await page.getByRole('button', { name: 'Erase user' }).click();
    await dialog.getByRole('textbox').fill(id);
    await dialog.getByRole('button', { name: 'Erase user' }).click();
  };
  await erase('nobody');
  await expect(dialog.getByRole('alert')).toContainText('The project has no such user');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await erase('ada');
  await expect(page.getByRole('region', { name: 'Erasure progress' })).toContainText('Erasure of a user');
  await expect(page.getByRole('table', { name: 'Erasures' })).toContainText('Erasure of a user');
});

test('tabs are reached by keyboard', async ({ signedIn: page, ownProject }) => {
  await page.goto(ownProject.page('/settings'));
  await page.getByRole('link', { name: 'Project', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=keys/);
  await expect(page.getByRole('table', { name: 'Keys for production' })).toBeVisible();
});

test('a webhook is created with a secret shown once, tested, and its deliveries are read and sent again', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 400 .*\/v1\/webhooks/);
  await page.goto(ownProject.page('/settings?tab=webhooks'));
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(hostile);
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://127.0.0.1:1/hook');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog).toContainText('cannot be a private address');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://webhook.invalid/hook');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.locator('code')).toContainText('whsec_');
  await dialog.getByRole('button', { name: "I've copied it" }).click();
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /img src/ });
  await expect(row).toContainText('Active');
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await row.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Send test' }).click();
  await expect(page.getByText('Test failed')).toBeVisible({ timeout: 60_000 });
  await row.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delivery log' }).click();
  await expect(dialog.getByRole('row', { name: /webhook\.test/ })).toContainText('Failed');
  await dialog.getByRole('button', { name: 'Resend webhook.test' }).click();
  await expect(page.getByText('Queued again')).toBeVisible();
  await dialog.locator('summary').last().click();
  await expect(dialog.getByText('This is a test message.').last()).toBeVisible();
  await expectAccessible(page);
});
