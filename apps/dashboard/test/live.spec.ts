import type { Page } from '@playwright/test';
import { expectAccessible } from './harness/expect-accessible.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const send = (project: OwnProject, ...batch: readonly object[]): Promise<unknown> =>
  project.api('POST', '/v1/ingest', { batch });
const rows = (page: Page) => page.getByRole('log').locator('[aria-expanded]');
const listening = (page: Page) => expect(page.getByText('Listening')).toBeVisible();

test('events appear as they are stored, the newest on top, refused ones struck through', async ({
  signedIn: page,
  ownProject,
}) => {
  await page.goto(ownProject.page('/live'));
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  await shot(page, 'live-empty');
  await listening(page);
  await send(ownProject, { event: 'opened', context: { user: { id: 'ada' } }, properties: { plan: 'pro' } });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('opened');
  await expect(rows(page).first()).toContainText('ada');
  await send(ownProject, { event: 'closed' }, { event: 'broken', properties: 'text' });
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).last()).toContainText('opened');
  const refused = rows(page).filter({ hasText: 'broken' });
  await expect(refused.locator('del')).toHaveText('broken');
  await expect(refused).toContainText('properties must be an object');
});

test('what was stored before is there, and a row folds out to the whole event', async ({
  signedIn: page,
  ownProject,
}) => {
  await send(ownProject, {
    event: 'bought',
    properties: { items: [{ sku: 'a1' }] },
    context: { user: { id: 'grace' } },
  });
  await page.goto(ownProject.page('/live'));
  const row = rows(page).filter({ hasText: 'bought' });
  await expect(row).toBeVisible();
  await row.click();
  const tree = page.getByRole('tree', { name: 'Event bought' });
  await expect(tree.getByText('properties', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Person' })).toHaveAttribute('href', /\/people\/grace/);
  await page.getByRole('link', { name: 'Explore this event' }).click();
  await expect(page).toHaveURL(/\/explore\?.*bought/);
});

test('space holds the list still and lets it go on', async ({ signedIn: page, ownProject }) => {
  await send(ownProject, { event: 'first' });
  await page.goto(ownProject.page('/live'));
  await listening(page);
  await expect(rows(page)).toHaveCount(1);
  // The stream may tell of it as well, and later: it is not counted among those that wait.
  await page.keyboard.press('Space');
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await send(ownProject, { event: 'second' }, { event: 'third' });
  await expect(page.getByText('2 new', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(3);
});

test('typing filters what is there, what comes and what was before, and stays in the address', async ({
  signedIn: page,
  ownProject,
}) => {
  const noise = Array.from({ length: 100 }, (_, n) => ({ event: 'noise', properties: { n } }));
  await send(ownProject, { event: 'rare', properties: { colour: 'Teal' } });
  await send(ownProject, ...noise);
  await page.goto(ownProject.page('/live'));
  await listening(page);
  await expect(rows(page).first()).toContainText('noise');
  await page.getByRole('searchbox', { name: 'Filter by name, id or property' }).fill('teal');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('rare');
  await expect(page).toHaveURL(/q=teal/);
  await listening(page);
  await send(ownProject, { event: 'other' }, { event: 'rarer', properties: { colour: 'teal' } });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('rarer');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
});

test('it is accessible, usable by keyboard alone, and fits a phone', async ({ signedIn: page, ownProject }) => {
  await send(ownProject, { event: 'opened', context: { user: { id: 'ada' } } }, { event: 'broken', properties: 1 });
  await page.goto(ownProject.page('/live'));
  const row = rows(page).filter({ hasText: 'opened' });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'live-open');
  await resize(page, { width: 390, height: 844 });
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  await shot(page, 'live-phone');
});
