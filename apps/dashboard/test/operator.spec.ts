import { randomBytes } from 'node:crypto';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

test('an operator makes a project by keyboard, becomes its owner, and lands where its first event is sent', async ({
  signedIn: page,
}) => {
  const slug = `o-${randomBytes(5).toString('hex')}`;
  await page.goto('/operator');
  await page.getByRole('button', { name: 'New project' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(slug.toUpperCase());
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue(slug);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/p/${slug}/production/onboarding`);
  await expect(page.getByText('Waiting for the first event')).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`Project: ${slug}`, 'i') })).toBeVisible();
  const session = (await (await page.request.get('/v1/session')).json()) as {
    data: { projects: { slug: string; role: string }[] };
  };
  expect(session.data.projects.find((project) => project.slug === slug)?.role).toBe('owner');
});

test('operator pages keep the side navigation, and lead back to the project', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/flags');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Installation' }).click();
  await expect(page).toHaveURL('/operator');
  await expect(page.getByRole('heading', { name: 'Installation' })).toBeVisible();
  await pages.getByRole('link', { name: 'Flags' }).click();
  await expect(page).toHaveURL(/\/p\/default\/production\/flags/);
});

test('a slug that is taken is said beside its field, and what was typed stays', async ({ signedIn: page, watch }) => {
  watch.allow(/status of 409/);
  await page.goto('/operator?new=true');
  await page.getByRole('textbox', { name: 'Name' }).fill('Default');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Default');
});

test('a project is renamed and moved to another plan', async ({ signedIn: page, ownProject }) => {
  await page.goto('/operator');
  await page.getByRole('button', { name: `Edit ${ownProject.slug}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`Moved ${ownProject.slug}`);
  await page.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'growth' }).click();
  await page.getByRole('button', { name: 'Save project' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`Moved ${ownProject.slug}`) })).toContainText('growth');
  expect(await ownProject.api('GET', '/v1/project')).toMatchObject({ plan: 'growth' });
});

test('limits of a plan are changed, with what is wrong said first', async ({ signedIn: page, bootstrap }) => {
  const plans = async () => {
    const headers = { Authorization: `Bearer ${bootstrap.operator_token}` };
    const response = await fetch(`${bootstrap.base_url}/v1/plans`, { headers });
    return ((await response.json()) as { data: { name: string; events_per_day: number }[] }).data;
  };
  await page.goto('/operator?tab=plans');
  await page.getByRole('button', { name: 'Add plan' }).click();
  const plan = page.getByRole('group', { name: 'Plan new plan' });
  await plan.getByRole('textbox', { name: 'Name' }).fill('team');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  const day = page.getByRole('group', { name: 'Plan team' }).getByRole('textbox', { name: 'Events per day' });
  await day.fill('5');
  await expect(bar.getByRole('button', { name: 'Save plans' })).toBeDisabled();
  await day.fill('750000');
  await bar.getByRole('button', { name: 'Save plans' }).click();
  await expect(bar).toHaveCount(0);
  expect((await plans()).find(({ name }) => name === 'team')?.events_per_day).toBe(750_000);
  await page.getByRole('button', { name: 'Remove plan team' }).click();
  await bar.getByRole('button', { name: 'Save plans' }).click();
  await expect(bar).toHaveCount(0);
  expect((await plans()).some(({ name }) => name === 'team')).toBe(false);
});

test('feedback that anybody sent is read on the page of the installation', async ({ signedIn: page, bootstrap }) => {
  const message = `The export is empty ${randomBytes(5).toString('hex')}\n<img src=x onerror="window.hit=1">`;
  const body = { feedbackType: 'bug', message, metadata: { version: '1.2.3' } };
  const response = await fetch(`${bootstrap.base_url}/feedback`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  await page.goto('/operator');
  await page.getByRole('link', { name: 'Feedback' }).click();
  const newest = page.getByRole('list', { name: 'Feedback' }).getByRole('listitem').first();
  await expect(newest).toContainText('Bug');
  await newest.getByRole('button').first().click();
  await expect(newest).toContainText('<img src=x');
  await expect(newest).toContainText('Sent without a key');
  await expect(newest).toContainText('1.2.3');
  await expectAccessible(page);
  await shot(page, 'feedback');
});

test('a backup is begun and ends well', async ({ signedIn: page }) => {
  await page.goto('/operator?tab=backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  const newest = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
  await expect(newest).toContainText('Done', { timeout: 30_000 });
});

test('the health says the version and that events are taken', async ({ signedIn: page }) => {
  await page.goto('/operator?tab=health');
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health).toContainText(/Lamppost \d+\.\d+\.\d+, Node \d+/);
  await expect(health).toContainText('Accepted');
  await expect(health).toContainText('GiB free');
});

test('every tab is accessible and fits a phone', async ({ signedIn: page }) => {
  await resize(page, { width: 390, height: 844 });
  for (const tab of ['projects', 'plans', 'health', 'backups']) {
    await page.goto(`/operator?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await shot(page, `operator-${tab}-phone`);
    await expectAccessible(page);
  }
});

test('an owner who is no operator sees that, and is refused by the server', async ({ page, ownProject, watch }) => {
  watch.allow(/status of 403/);
  await signInAs(page, ownProject, 'admin');
  await page.goto('/operator');
  await expect(page.getByText('Operators only')).toBeVisible();
  for (const path of ['/v1/projects', '/v1/plans', '/v1/backups']) {
    expect((await page.request.get(path)).status()).toBe(403);
  }
});
