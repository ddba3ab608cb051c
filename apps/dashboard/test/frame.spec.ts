import { askAs } from './harness/ask-as.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

test('every page is reached by keys, says its name and takes the focus', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview?range=30d');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const [letter, name] of [
    ['f', 'Flags'],
    ['x', 'Explore'],
    ['s', 'Settings'],
    ['o', 'Overview'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    // A page with tabs says which one is open, too.
    await expect(page).toHaveTitle(new RegExp(`^${name}(: \\w+)? · Default Production · Lamppost$`));
    await expect(
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }),
    ).toHaveAttribute('aria-current', 'page');
  }
  await expect(page).toHaveURL(/range=30d/);
});

test('the first tab stop skips to the page', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the palette finds pages and flags, and gives the focus back', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const find = page.getByRole('button', { name: 'Search', exact: true });
  await find.click();
  const field = page.getByRole('combobox', { name: /Search pages/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(find).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.fill('photo');
  await expect(page.getByRole('option', { name: /photo_search/ })).toBeVisible();
  await shot(page, 'palette');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/flags\/photo_search/);
});

test('keys do nothing while something is typed', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  // At once: what is typed before the field is there belongs to it as well.
  await page.keyboard.type('gf?');
  await expect(page.getByRole('combobox', { name: /Search pages/ })).toHaveValue('gf?');
  await expect(page).toHaveURL(/overview/);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: /Search pages/ })).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('the theme is kept, and is there before anything is drawn', async ({ signedIn: page, watch }) => {
  watch.allow(/ERR_FAILED .*\/assets\//);
  await page.goto('/p/default/production/overview');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('another environment shows the same page, and production is marked', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/flags');
  await expect(page.getByRole('banner')).toHaveAttribute('data-production', 'true');
  await page.getByRole('button', { name: /^Environment:/ }).click();
  await page.getByRole('menuitem', { name: 'Development' }).click();
  await expect(page).toHaveURL('/p/default/development/flags');
  await page.goto('/p/default/production/flags/photo_search?range=30d');
  await page.getByRole('button', { name: /^Environment:/ }).click();
  await page.getByRole('menuitem', { name: 'Development' }).click();
  await expect(page).toHaveURL('/p/default/development/flags/photo_search?range=30d');
  await expect(page.getByRole('banner')).not.toHaveAttribute('data-production', 'true');
});

test('a project without events begins with how to get started', async ({ signedIn: page, ownProject }) => {
  await page.goto(ownProject.page(''));
  await expect(page).toHaveURL(ownProject.page('/overview'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(ownProject.page('/onboarding'));
});

test('an address that leads nowhere says so, inside of a project and outside', async ({ signedIn: page }) => {
  for (const path of ['/p/default/production/nowhere', '/p/nobody/production/flags', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await expect(page).toHaveTitle(/^Not found/);
  }
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('pages are in a drawer that closes when one is chosen', async ({ signedIn: page }) => {
    await page.goto('/p/default/production/overview');
    await page.getByRole('button', { name: 'Pages' }).click();
    const drawer = page.getByRole('dialog', { name: 'Pages' });
    await shot(page, 'drawer');
    await drawer.getByRole('link', { name: 'Flags' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
    await expect(drawer).toHaveCount(0);
  });
});

test('the palette finds cohorts, dashboards, crashes, releases, settings and help', async ({
  signedIn: page,
  bootstrap,
}) => {
  // Which crashes the demo data has depends on the day.
  const [crash] = await askAs(bootstrap)<{ title: string }[]>('/v1/crashes/groups?limit=1');
  if (crash === undefined) throw new Error('The demo data has no crash.');
  await page.goto('/p/default/production/live');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Search pages/ });
  for (const [typed, option] of [
    ['abandoned', /Abandoned checkout/],
    ['The shop', /The shop/],
    [crash.title, crash.title],
    ['4.11.0', /4\.11\.0/],
    ['holdout', /Settings: Experiments/],
    ['proguard', /Symbols and source maps/],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByRole('option', { name: option }).first()).toBeVisible();
  }
  await field.fill('crash');
  await expect(page.getByRole('option', { name: 'Crashes', exact: true })).toBeVisible();
  await shot(page, 'palette-more');
  await field.fill('abandoned');
  await page.getByRole('option', { name: /Abandoned checkout/ }).click();
  await expect(page).toHaveURL(/\/cohorts\/abandoned_checkout/);
});

test('the palette can be used by everybody', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/devices');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

test('the range picker is shown only where it acts', async ({ signedIn: page }) => {
  const picker = page.getByRole('button', { name: /^Time range/ });
  await page.goto('/p/default/production/data?tab=ledger');
  await expect(picker).toBeVisible();
  await page.getByRole('navigation', { name: 'Data views' }).getByText('Schemas').click();
  await expect(page).toHaveURL(/tab=schemas/);
  await expect(picker).toHaveCount(0);
});
