import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const purchases = (count: number) => ({ batch: Array.from({ length: count }, () => ({ event: 'purchase' })) });

test('an alert is created from Explore with a preview, fires as data arrives, and is muted', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/ingest', purchases(3));
  await resize(page, desk);
  await page.goto(ownProject.page('/explore'));
  const create = page.getByRole('button', { name: 'Create alert' });
  await expect(create).toHaveAttribute('aria-disabled', 'false');
  await create.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New alert');
  await expect(page.getByText('Watches purchase')).toBeVisible();
  await expect(page.getByText(/Too little history to say what is usual/)).toBeVisible();
  await page.getByRole('button', { name: 'Threshold' }).click();
  await page.getByLabel('Name').fill('Purchase burst');
  await page.getByRole('textbox', { name: 'Threshold' }).fill('5');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toHaveText(/^Would not have fired in the last 5\d days\./);
  await page.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await expect(preview.getByRole('status')).toHaveText(/^Would have fired once in the last 5\d days\. Now: firing\./);
  await page.getByRole('textbox', { name: 'Threshold' }).fill('5');
  await expect(preview.getByRole('status')).toHaveText(/^Would not have fired/);
  await shot(page, 'alert-new');
  await expectAccessible(page);
  await resize(page, phone);
  await expectNoSidewaysScroll(page);
  await shot(page, 'alert-new-phone');
  await resize(page, desk);
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase burst');
  await ownProject.api('POST', '/v1/ingest', purchases(4));
  const history = page.getByRole('list', { name: 'History' });
  await expect(history.getByText('Firing', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(history).toContainText(/purchase: 7 so far on .*; above 5/);
  await shot(page, 'alert-firing');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByRole('menuitem', { name: 'Until I unmute it' }).click();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await resize(page, phone);
  await expectNoSidewaysScroll(page);
  await shot(page, 'alert-firing-phone');
  await resize(page, desk);

  await page.goto(ownProject.page('/alerts'));
  const row = page.getByRole('row', { name: /Purchase burst/ });
  await expect(row).toContainText('Firing');
  await expect(row).toContainText('Muted');
  await row.getByRole('button', { name: 'Unmute Purchase burst' }).click();
  await expect(row).not.toContainText('Muted');
  await shot(page, 'alerts');
  await page.goto(ownProject.page('/overview'));
  await expect(page.getByRole('link', { name: 'Purchase burst' })).toBeVisible();
  await shot(page, 'alert-overview');
});

test('an alert is edited and deleted on its page', async ({ signedIn: page, ownProject }) => {
  const { id } = await ownProject.api<{ id: string }>('POST', '/v1/alerts', {
    name: 'Crashes',
    query: { kind: 'crashes', range: { kind: 'relative', last: '7d' } },
    interval: 'day',
    condition: { kind: 'threshold', op: 'above', value: 10 },
  });
  await resize(page, desk);
  await page.goto(ownProject.page(`/alerts/${id}`));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name').fill('Any crash');
  await page.getByRole('textbox', { name: 'Threshold' }).fill('0');
  await page.getByRole('button', { name: 'Save alert' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Any crash');
  await expect(page.getByText('Above 0 in a day')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete alert' }).click();
  await expect(page.getByText('No alerts yet')).toBeVisible();
});

test('alerts of the demo show what is usual', async ({ signedIn: page }) => {
  await resize(page, desk);
  await page.goto('/p/default/production/alerts');
  await page
    .getByRole('row', { name: /Purchases are unusual/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchases are unusual');
  await expect(page.getByText('Unusual for the hour, medium sensitivity')).toBeVisible();
  await expect(page.getByRole('region', { name: 'purchase' }).getByRole('img').first()).toBeVisible();
  await shot(page, 'alert-unusual');
  await expectAccessible(page);
});
