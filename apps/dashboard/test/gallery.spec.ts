import type { Page } from '@playwright/test';
import { build, type PreviewServer, preview } from 'vite';
import { expectAccessible } from './harness/expect-accessible.ts';
import { resize } from './harness/resize.ts';
import { expect, test } from './harness/test.ts';

const configFile = new URL('../gallery/vite.config.ts', import.meta.url).pathname;

// In one worker: the gallery is built once.
test.describe.configure({ mode: 'default' });

let gallery: PreviewServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await build({ configFile, logLevel: 'error' });
  gallery = await preview({ configFile, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
});

test.afterAll(() => gallery.close());

async function open(page: Page): Promise<void> {
  await page.goto(gallery.resolvedUrls?.local[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
}

test('every component can be used by everybody, in the light and in the dark', async ({ page }) => {
  // Hundreds of texts are measured against their grounds, twice.
  test.setTimeout(480_000);
  await open(page);
  await expectAccessible(page);
});

test('strings of users are text, whatever is in them, and nothing makes a phone scroll sideways', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  await open(page);
  await expect(page.getByText('<script>alert("lamp")</script>').first()).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.locator('#root script')).toHaveCount(0);
  expect(dialogs).toEqual([]);
  await resize(page, { width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const title = page.getByRole('grid', { name: 'Flags', exact: true }).getByRole('link', { name: 'onboarding_1' });
  await expect(title).toBeVisible();
});

test('a table is one stop of the tab key, is walked with arrows, opened with Enter, and sorted by its heads', async ({
  page,
}) => {
  await open(page);
  const table = page.getByRole('grid', { name: 'Many flags' });
  const rows = table.getByRole('row');
  await rows.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(page.locator('[aria-rowindex="5001"]')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows.nth(1)).toBeFocused();

  const head = table.getByRole('columnheader', { name: 'Exposures' });
  const first = table.locator('[aria-rowindex="2"]');
  await expect(first).toContainText('checkout_1');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toContainText('3 M');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  // The third click gives the first order back.
  await head.getByRole('button').click();
  await expect(first).toContainText('checkout_1');
});

test('a dangerous action waits for its reason, and Escape gives the focus back', async ({ page }) => {
  await open(page);
  const opener = page.getByRole('button', { name: 'Kill flag…' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Kill flag' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByLabel('Reason').fill('Payments fail');
  await dialog.getByRole('button', { name: 'Kill flag' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').getByText('Payments fail')).toBeVisible();
});

test('a chart is read with arrows, by its legend and as a table, and a brush over one tells the range', async ({
  page,
}) => {
  await open(page);
  const chart = page.getByRole('figure', { name: 'Users by platform' });
  const plot = chart.getByRole('img', { name: /^Users by platform, / });
  await plot.focus();
  await page.keyboard.press('End');
  await expect(chart.getByRole('status')).toContainText('so far');
  await expect(chart.getByRole('status')).toContainText('Android');
  await chart.getByRole('button', { name: 'Android' }).click();
  await plot.focus();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('status')).not.toContainText('Android');
  await chart.getByRole('button', { name: 'More options for Users by platform' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await expect(chart.getByRole('table').getByRole('row')).not.toHaveCount(0);

  const brushed = page.getByRole('img', { name: /^Active users, / });
  await brushed.scrollIntoViewIfNeeded();
  const box = await brushed.boundingBox();
  if (box === null) throw new Error('The chart has no place on the page.');
  await page.mouse.move(box.x + 300, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 120, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(/^2026-\d\d-\d\dT.* – 2026-/)).toBeVisible();
});

test('a filter is written with the keyboard alone', async ({ page }) => {
  await open(page);
  const add = page.getByRole('button', { name: 'Add filter' });
  await add.focus();
  // Letters come before the list is there when somebody types fast: they are not lost.
  await page.keyboard.press('Enter');
  await page.keyboard.type('price');
  await expect(page.getByRole('option')).toContainText(['event_properties.price', 'Use “price”']);
  await page.keyboard.press('Enter');
  const filters = page.getByRole('list', { name: 'Filters' }).first();
  await expect(filters.getByRole('listitem')).toHaveCount(6);
  await expect(filters.getByRole('listitem').last()).toContainText('event_properties.price');
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(add).toBeFocused();
});
