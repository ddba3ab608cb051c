import { expectAccessible } from './harness/expect-accessible.ts';
import { expect, test } from './harness/test.ts';

test('the frame leads to the documentation', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Docs' });
  await expect(link).toHaveAttribute('href', '/docs');
  await expect(link).toHaveAttribute('target', '_blank');
});

test('a guide is found by its words, with the keyboard alone', async ({ page }) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the documentation' });
  await expect(field).toBeFocused();
  await page.keyboard.type('backup');
  await expect(page.getByRole('option').first()).toHaveText('Back up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/docs/back-up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back up');
  await page.keyboard.press('/');
  await page.keyboard.type('qwertzuiop');
  await expect(page.getByRole('option')).toHaveText('Nothing found for “qwertzuiop”');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test('the theme is that of the dashboard, and is remembered for both', async ({ page }) => {
  await page.goto('/docs/start');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto('/docs/deploy');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto('/sign-in');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('code is copied as it stands there', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/deploy');
  const block = page.locator('.code').first();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(block.getByRole('button')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'npm install ./lamppost-0.1.0.tgz\nnpx lamppost',
  );
});

test('an address that has no page says so, inside the documentation', async ({ page, watch }) => {
  watch.allow(/status of 404 .*\/docs\/nothing-here$/);
  await page.goto('/docs/nothing-here');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Deploy' })).toBeVisible();
});

for (const path of ['/docs', '/docs/deploy', '/docs/api', '/docs/api/flags', '/docs/reference/settings']) {
  test(`${path} is accessible in both themes`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

test('without scripts everything is read, in the theme of the system, and nothing is offered that does not work', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  try {
    const page = await context.newPage();
    await page.goto('/docs/deploy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deploy');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 19, 26)');
    await expect(page.getByRole('search')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Docker' }).click();
    await expect(page).toHaveURL('/docs/deploy#docker');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Upgrade' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upgrade');
  } finally {
    await context.close();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const path of ['/docs', '/docs/cli', '/docs/sql', '/docs/api/flags', '/docs/reference/settings']) {
    test(`${path} fits`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond).toBeLessThanOrEqual(0);
    });
  }

  test('the pages open over the text, and close', async ({ page }) => {
    await page.goto('/docs/deploy');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages).toBeHidden();
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await expect(pages).toBeVisible();
    await pages.getByRole('link', { name: 'Back up' }).click();
    await expect(page).toHaveURL('/docs/back-up');
    await expect(pages).toBeHidden();
  });
});
