import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { signInWithForm } from './harness/sign-in-with-form.ts';
import { expect, test } from './harness/test.ts';

test('somebody who is invited chooses a password, is let in, and may change it', async ({
  page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 401 .*\/v1\/session\/password/);
  const email = `${ownProject.slug}@example.com`;
  const invitation = await ownProject.api<{ link: string }>('POST', '/v1/invitations', { email, role: 'viewer' });

  await page.goto(invitation.link);
  await expect(page.getByRole('heading', { level: 1, name: `Join ${ownProject.slug}` })).toBeVisible();
  await expect(page.getByText(`${email} was invited as viewer`)).toBeVisible();
  await shot(page, 'invitation');
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Create a password').fill('first password');
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(page).toHaveURL(ownProject.page('/onboarding'));

  await page.goto(ownProject.page('/settings?tab=account'));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada');
  await shot(page, 'account');
  await page.getByLabel('Current password', { exact: true }).fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill('second password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Wrong password')).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).fill('first password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signInWithForm(page, { email, password: 'second password' });
  await expect(page).toHaveURL(ownProject.page('/onboarding'));
});

test('an invitation can be used once', async ({ page, ownProject, watch }) => {
  watch.allow(/status of 404 .*\/v1\/invitations\/read/);
  const email = `${ownProject.slug}@example.com`;
  const body = { email, role: 'editor' };
  const { link, token } = await ownProject.api<{ link: string; token: string }>('POST', '/v1/invitations', body);
  await ownProject.api('POST', '/v1/invitations/accept', { token, password: 'a password' });
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Ask for a new link');
  await page.goto('/invitations');
  await expect(page.getByRole('alert')).toContainText('The link is incomplete');
});
