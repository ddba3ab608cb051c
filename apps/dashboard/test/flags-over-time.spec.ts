import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

const hostile = '<img src=x onerror="window.hit=1">';

test('a change waits for approval by another member, as it was shown', async ({
  signedIn: page,
  ownProject,
  browser,
}) => {
  await ownProject.api('POST', '/v1/flags', { key: 'checkout', name: 'Checkout', platforms: ['web'] });
  await page.goto(ownProject.page('/settings?tab=environments'));
  await page.getByRole('button', { name: 'Approval in production: Not required' }).click();
  await page.getByRole('checkbox', { name: 'Changes need approval' }).check();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Approval in production: Required' })).toBeVisible();

  await page.goto(ownProject.page('/flags/checkout'));
  await expect(page.getByText('Changes in production need approval.')).toBeVisible();
  await page.getByRole('button', { name: 'Add rollout' }).click();
  await page.getByRole('button', { name: 'Review and save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').fill(hostile);
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('1 change request for this flag')).toBeVisible();
  await shot(page, 'flag-approval');
  expect(await ownProject.api('GET', '/v1/flags/checkout/rules')).toMatchObject({ rollout: null });
  await page.goto(ownProject.page('/settings?tab=requests'));
  await expect(page.getByRole('button', { name: /^Withdraw: checkout/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const approver = await elsewhere.newPage();
  await signInAs(approver, ownProject, 'editor');
  await approver.goto(ownProject.page('/settings?tab=requests'));
  await expect(approver.getByRole('list', { name: 'Change requests' })).toContainText(hostile);
  await expectAccessible(approver);
  await shot(approver, 'change-requests');
  await resize(approver, { width: 390, height: 844 });
  await expectNoSidewaysScroll(approver);
  await shot(approver, 'change-requests-phone');
  await approver.getByRole('button', { name: /^Approve: checkout/ }).click();
  await expect(approver.getByText('No pending change requests')).toBeVisible();
  expect(await ownProject.api('GET', '/v1/flags/checkout/rules')).toMatchObject({
    rollout: { value: true },
  });
  expect(await approver.evaluate(() => 'hit' in window)).toBe(false);
  await elsewhere.close();
});

test('a flag needs another one, is scheduled and expires', async ({ signedIn: page, ownProject }) => {
  for (const key of ['base', 'built']) {
    await ownProject.api('POST', '/v1/flags', { key, name: key, platforms: ['web'] });
  }
  await page.goto(ownProject.page('/flags/built?tab=details'));
  await page.getByRole('button', { name: 'Add prerequisite' }).click();
  await page.getByLabel('Expires').fill('2030-03-31');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save flag' }).click();
  await expect(page.locator('dl').first()).toContainText('base is true');
  await expect(page.locator('dl').first()).toContainText('31 Mar 2030');
  await shot(page, 'flag-prerequisites');

  await page.goto(ownProject.page('/flags/built'));
  await page.getByRole('button', { name: 'Schedule change' }).click();
  const dialog = page.getByRole('dialog');
  const year = new Date().getFullYear() + 1;
  await dialog.getByLabel('At').fill(`${year}-03-01T09:00`);
  await expectAccessible(page);
  await shot(page, 'flag-schedule-dialog');
  await dialog.getByRole('button', { name: 'Schedule change' }).click();
  await expect(page.getByRole('list', { name: 'Scheduled steps' })).toContainText('100');
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'flag-schedule-phone');
  await page.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});
