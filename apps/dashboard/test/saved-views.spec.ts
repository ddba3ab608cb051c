import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const hostile = '<img src=x onerror="window.hit=1"> \u202e';

test('filters and sorting are saved under a name, chosen, renamed and deleted', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/flags?status=archived&q=shop'));
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await expect(page.getByText('Save filters and sorting to reuse them.')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Save current view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByRole('textbox', { name: 'Name' }).fill(hostile);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(saving).toHaveCount(0);

  await page.goto(ownProject.page('/flags', 'development'));
  await views.click();
  await shot(page, 'saved-views');
  await page.getByRole('menuitem', { name: hostile }).click();
  await expect(page).toHaveURL(/\/development\/flags\?q=shop&status=archived$/);
  await expect(page.getByRole('searchbox', { name: 'Search flags' })).toHaveValue('shop');
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();

  await views.click();
  await expect(page.getByRole('menuitem', { name: 'Save current view' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  const managing = page.getByRole('dialog', { name: 'Manage views' });
  await managing.getByRole('textbox').fill('Archived');
  await managing.getByRole('button', { name: 'Rename' }).click();
  await expect(managing.getByRole('button', { name: 'Delete Archived' })).toBeVisible();
  await expectAccessible(page);
  await managing.getByRole('button', { name: 'Delete Archived' }).click();
  await expect(managing.getByText('No views')).toBeVisible();
});

test('a view of people has its columns', async ({ signedIn: page, ownProject }) => {
  await ownProject.api('POST', '/v1/ingest', { batch: [{ event: 'opened', context: { user: { id: 'u' } } }] });
  const people = () => ownProject.api<unknown[]>('GET', '/v1/people');
  await expect.poll(async () => (await people()).length).toBe(1);
  await page.goto(ownProject.page('/people'));
  const header = page.getByRole('columnheader', { name: 'First seen' });
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save current view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('All columns');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'First seen' }).click();
  await page.keyboard.press('Escape');
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'All columns' }).click();
  await expect(header).toBeVisible();
});
