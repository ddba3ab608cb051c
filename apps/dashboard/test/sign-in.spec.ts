import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { signInWithForm } from './harness/sign-in-with-form.ts';
import { expect, test } from './harness/test.ts';
import { untilSettled } from './harness/until-settled.ts';

test('a wrong password is said, the email stays, and the right one leads to the wanted address', async ({
  page,
  bootstrap,
  watch,
}) => {
  watch.allow(/status of 401 .*\/v1\/session$/);
  await page.goto('/p/default/production/flags?range=30d');
  await expect(page).toHaveURL(/\/sign-in\?back=/);
  await signInWithForm(page, { email: bootstrap.owner.email, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
  await expect(page.getByLabel('Email')).toHaveValue(bootstrap.owner.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(bootstrap.owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/p/default/production/flags?range=30d');
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
});

test('signing out leads to the door, and the page before stays closed', async ({ page, bootstrap }) => {
  await page.goto('/p/default/production/overview');
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(/\/p\/default\/production\/overview/);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/p/default/production/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('signing out cancels the requests that the page still waits for', async ({ page, bootstrap }) => {
  const activity = /\/v1\/insights\/activity/;
  const asked = page.waitForRequest(activity);
  // Never answered: a request ends when it is canceled, or after the client's own 30 seconds.
  await page.route(activity, () => undefined);
  await page.goto('/p/default/production/overview');
  await signInWithForm(page, bootstrap.owner);
  await asked;
  await page.getByRole('button', { name: 'Account' }).click();
  const canceled = page.waitForEvent('requestfailed', {
    predicate: (request) => activity.test(request.url()),
    timeout: 10_000,
  });
  // The page is left afterwards, which would cancel it too.
  await page.route('**/v1/session', async (route) => {
    await canceled;
    await route.continue();
  });
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await canceled;
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a session that ended elsewhere is taken up again over the page, and hides it until then', async ({
  page,
  context,
  bootstrap,
  watch,
}) => {
  watch.allow(/status of 401/);
  await page.goto('/p/default/production/overview');
  await signInWithForm(page, bootstrap.owner);
  // Before that the session, and its cookie, may still be on their way.
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await untilSettled(page);
  await context.clearCookies();
  // Anyone who notices first: the click, or the page by itself, which then lies under the dialog already.
  await page.locator('nav[aria-label="Pages"] a', { hasText: 'People' }).dispatchEvent('click');
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  const password = over.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await expect(over).toContainText(bootstrap.owner.email);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(password).toBeFocused();
  await expect(page).toHaveURL(/\/p\/default\/production\/people/);
  await expect(page.getByRole('row')).toHaveCount(0);
  await shot(page, 'session-over');
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(over).toContainText('Wrong password.');
  await password.fill(bootstrap.owner.password);
  await page.keyboard.press('Enter');
  await expect(over).toHaveCount(0);
  await expect(page).toHaveURL(/\/p\/default\/production\/people/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('what was not saved when the session ended is still there after signing in again', async ({
  page,
  context,
  bootstrap,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 401/);
  await ownProject.api('POST', '/v1/flags', { key: 'kept', name: 'Kept', platforms: ['web'] });
  await page.goto(ownProject.page('/flags/kept'));
  await signInWithForm(page, bootstrap.owner);
  await page.getByRole('button', { name: 'Add rollout' }).click();
  await expect(page.getByText(/1 change to production not saved/)).toBeVisible();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Review and save' }).click();
  const over = page.getByRole('dialog', { name: 'Your session has ended' });
  await over.getByLabel('Password', { exact: true }).fill(bootstrap.owner.password);
  await page.keyboard.press('Enter');
  await expect(over).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page
    .getByRole('dialog', { name: /Save changes/ })
    .getByRole('button', { name: 'Save to production' })
    .click();
  await expect(page.getByText(/not saved/)).toHaveCount(0);
  const { rollout } = await ownProject.api<{ rollout: unknown }>('GET', '/v1/flags/kept/rules');
  expect(rollout).not.toBeNull();
});

test('a link to another site is not followed after signing in', async ({ page, bootstrap }) => {
  await page.goto('/sign-in?back=https%3A%2F%2Fevil.example%2F');
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(
    (url) => url.origin === new URL(bootstrap.base_url).origin && url.pathname.startsWith('/p/'),
  );
});

test('the door can be used by everybody', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(page.getByLabel('Email')).toBeFocused();
  await shot(page, 'sign-in');
  await expectAccessible(page);
});
