import type { Locator, Page } from '@playwright/test';
import type { OwnProject } from './harness/own-project.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

/** A key with a dot, a member of the same text, and a value that looks like a missing one. */
async function calls(project: OwnProject): Promise<void> {
  const properties = [
    { 'http.status': 200, 'a.b': 'key', a: { b: 'member' }, plan: '(none)' },
    { 'http.status': 200, a: { b: 'member' } },
    { 'http.status': 503 },
  ];
  await project.store(properties.map((each) => ({ event: 'call', properties: each })));
}

const pill = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

async function choose(page: Page, from: Locator, typed: string, option: string): Promise<void> {
  await from.click();
  if (typed !== '') await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).first().click();
}

test('a property with dots in its name is chosen from the list, and broken down and filtered by', async ({
  signedIn: page,
  ownProject,
}) => {
  await calls(ownProject);
  await page.goto(ownProject.page('/explore'));
  await choose(page, pill(page, /^Event: /), 'call', 'call');
  await choose(page, pill(page, 'Breakdown: none'), 'http.status', 'http.status');
  await expect(page.getByText('503', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('200', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('(none)', { exact: true })).toHaveCount(0);
  await shot(page, 'field-names');

  for (const [field, value] of [
    ['http.status', '200'],
    ['plan', '(none)'],
  ] as const) {
    await choose(page, pill(page, 'Add filter').first(), field, field);
    await choose(page, pill(page, /^Value/).last(), '', value);
  }
  const response = page.getByRole('table', { name: 'Legend' });
  await expect(response.getByRole('row')).toHaveCount(2);
  await expect(response).toContainText('200');
});

test('the page of an event tells a key with a dot from a member, and each leads to its own values', async ({
  signedIn: page,
  ownProject,
}) => {
  await calls(ownProject);
  for (const [name, value] of [
    ['"a.b"', 'key'],
    ['"a".b', 'member'],
    ['plan', '"(none)"'],
  ] as const) {
    await page.goto(ownProject.page('/data/events/call'));
    await page.getByRole('grid', { name: 'Properties' }).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(/\/explore/);
    await expect(page.getByText(value, { exact: true }).first()).toBeVisible();
  }
});
