import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

interface Member {
  readonly user_id: string;
}

test('a group is made, people are pasted into it line by line, and taken out', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 40[049]/);
  await page.goto(ownProject.page('/groups'));
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByLabel('Name').fill('Beta testers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(ownProject.page('/groups/beta_testers'));
  const field = page.getByRole('textbox', { name: 'User ids, one per line' });
  await field.fill('u-1');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByRole('row', { name: /u-1/ })).toBeVisible();

  await field.fill(`u-1\nu-2, u-3\n${'x'.repeat(300)}\n<img src=x onerror="window.hit=1">`);
  await page.getByRole('button', { name: 'Add 5 users' }).click();
  await expect(page.getByText("3 added, 1 already in the group, 1 couldn't be added.")).toBeVisible();
  await expect(field).toHaveValue('x'.repeat(300));
  const lines = page.getByRole('list', { name: 'Results' });
  await expect(lines).toContainText('u-1: already a member');
  await expect(lines.getByRole('listitem')).toHaveCount(2);
  const members = await ownProject.api<Member[]>('GET', '/v1/groups/beta_testers/members');
  expect(members.map(({ user_id }) => user_id).sort()).toEqual([
    '<img src=x onerror="window.hit=1">',
    'u-1',
    'u-2',
    'u-3',
  ]);

  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('textbox', { name: 'Emails, one per line' }).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(lines).toContainText('No user in this project has this email.');

  await page.getByRole('button', { name: 'Remove u-2' }).click();
  await expect(page.getByRole('row', { name: /u-2/ })).toHaveCount(0);
  await expect(page.getByText('3 members')).toBeVisible();
  await shot(page, 'group');
  await expectAccessible(page);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('a group says which flags use it, is archived and brought back, also on a phone', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/groups', { key: 'staff', name: 'Staff', description: 'd'.repeat(1000) });
  await ownProject.api('POST', '/v1/flags', { key: 'inside', name: 'Inside', platforms: ['web'] });
  const conditions = [{ field: 'user_group', op: 'in', values: ['staff'] }];
  await ownProject.api('PUT', '/v1/flags/inside/rules?environment_id=development', {
    rules: [{ conditions, value: true }],
  });
  await resize(page, { width: 390, height: 844 });
  await page.goto(ownProject.page('/groups/staff'));
  await expect(page.getByRole('listitem').filter({ hasText: 'inside in development' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive group' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add user' })).toHaveCount(0);

  await page.goto(ownProject.page('/groups'));
  await expect(page.getByText('No groups yet')).toBeVisible();
  await page.getByRole('switch', { name: 'Show archived' }).press(' ');
  await expect(page).toHaveURL(/archived=true/);
  await page.reload();
  await page.getByRole('link', { name: /^Staff/ }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore group' }).click();
  await expect(page.getByRole('button', { name: 'Add user' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
