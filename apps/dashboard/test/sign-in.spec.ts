import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { signInWithForm } from './harness/sign-in-with-form.ts';
import { expect, test } from './harness/test.ts';

test('a wrong password is said, the email stays, and the right one leads to the wanted address', async ({
  page,
  bootstrap,
  watch,
}) => {
  watch.allow(/status of 401 .*\/v1\/session$/);
  await page.goto('/p/default/production/flags?range=30d');
  await expect(page).toHaveURL(/\/sign-in\?back=/);
  await signInWithForm(page, { email: bootstrap.owner.email, password: 'not this one' });
  await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.');
  await expect(page.getByLabel('Email')).toHaveValue(bootstrap.owner.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(bootstrap.owner.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/p/default/production/flags?range=30d');
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
});

test('signing out leads to the door, and the page before stays closed', async ({ page, bootstrap }) => {
  await page.goto('/sign-in');
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(/\/p\/default\/production\/overview/);
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/p/default/production/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a session that ended elsewhere leads to the door and back to the same page', async ({
  page,
  context,
  bootstrap,
  watch,
}) => {
  watch.allow(/status of 401/);
  await page.goto('/sign-in');
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(/overview/);
  await context.clearCookies();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find pages/ }).fill('checkout');
  await expect(page).toHaveURL(/\/sign-in\?back=.*settings/);
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(/\/p\/default\/production\/settings/);
});

test('a link to another site is not followed after signing in', async ({ page, bootstrap }) => {
  await page.goto('/sign-in?back=https%3A%2F%2Fevil.example%2F');
  await signInWithForm(page, bootstrap.owner);
  await expect(page).toHaveURL(/\/p\/default\/production\/overview/);
});

test('the door can be used by everybody', async ({ page }) => {
  await page.goto('/sign-in');
  await expect(page.getByLabel('Email')).toBeFocused();
  await shot(page, 'sign-in');
  await expectAccessible(page);
});
