import type { Locator, Page } from '@playwright/test';
import type { OwnProject } from './harness/own-project.ts';
import { expect, test } from './harness/test.ts';

const MAX_STOPS = 80;

// As most people see it: what moves must not be in the way of the keys.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Presses Tab until it is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, `was not reached in ${MAX_STOPS} stops`).toBeFocused();
}

/** A new member of the project, who has not signed in yet. */
async function joined(project: OwnProject): Promise<{ email: string; password: string }> {
  const email = `late-${project.slug}@example.com`;
  const password = 'a password of theirs';
  const { token } = await project.api<{ token: string }>('POST', '/v1/invitations', { email, role: 'editor' });
  await project.api('POST', '/v1/invitations/accept', { token, password });
  return { email, password };
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Requests of this address wait until they are released. */
async function hold(page: Page, address: RegExp): Promise<{ release: () => void }> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return { release };
}

const outlineOf = (target: Locator) =>
  target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 ? 'outline' : boxShadow;
  });

test('from the door to a killed flag and home again, without a mouse', async ({ page, ownProject }) => {
  const email = `keys-${ownProject.slug}@example.com`;
  const password = 'a password of theirs';
  const { token } = await ownProject.api<{ token: string }>('POST', '/v1/invitations', { email, role: 'editor' });
  await ownProject.api('POST', '/v1/invitations/accept', { token, password });

  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(ownProject.page('/onboarding'));
  // The address changes before the page, and the page for signing in has a heading too.
  await expect(page.locator('#content h1')).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /Search pages/ })).toBeFocused();
  await page.keyboard.type('flags');
  await expect(page.getByRole('option', { name: 'Flags G F', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeFocused();

  const newFlag = page.getByRole('button', { name: 'New flag' });
  await tabTo(page, newFlag);
  expect(await outlineOf(newFlag)).not.toBe('none');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(newFlag).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Without a mouse' })).toBeFocused();

  const kill = page.getByRole('main').getByRole('button', { name: 'Kill flag' });
  await tabTo(page, kill);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Kill without_a_mouse/ });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(kill).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Payments fail');
  await tabTo(page, dialog.getByRole('button', { name: 'Kill flag' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Killed in production' })).toBeVisible();
  const { kill: state } = await ownProject.api<{ kill: { reason: string } | null }>(
    'GET',
    '/v1/flags/without_a_mouse/rules',
  );
  expect(state?.reason).toBe('Payments fail');

  // The button that was pressed is gone: the next Tab must not begin at the top of the document.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Without a mouse' })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
});

test('a first page that takes a while to choose and to load is waited for inside of the frame', async ({
  page,
  ownProject,
}) => {
  const { email, password } = await joined(ownProject);
  const choice = await hold(page, /\/v1\/events\?.*limit=1\b/);
  const code = await hold(page, /\/assets\/onboarding.*\.js/);
  await signIn(page, email, password);
  // Longer than the router waits before it shows that something is loading.
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  choice.release();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  code.release();
  await expect(page.locator('#content h1')).toHaveText('Get started');
});

test('a page that comes late after signing in leaves the focus in the search that was opened meanwhile', async ({
  page,
  ownProject,
}) => {
  const { email, password } = await joined(ownProject);
  const code = await hold(page, /\/assets\/onboarding.*\.js/);
  await signIn(page, email, password);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: /Search pages/ });
  await expect(search).toBeFocused();
  code.release();
  await expect(page.locator('#content h1')).toHaveText('Get started');
  await page.keyboard.type('flags');
  await expect(search).toHaveValue('flags');
});
