import { AppDevice } from './harness/app-device.ts';
import type { OwnProject } from './harness/own-project.ts';
import { pressInDialog } from './harness/press-in-dialog.ts';
import { shot } from './harness/shot.ts';
import { signInAs } from './harness/sign-in-as.ts';
import { expect, test } from './harness/test.ts';

const halves = [
  { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
  { key: 'blue', name: 'Blue', weight: 50, payload: { colour: 'blue' } },
];
const metrics = [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }];

const exposures = (project: OwnProject): Promise<number> =>
  project
    .api<{ count: number }>('GET', `/v1/events/count?event=${encodeURIComponent('$experiment_exposure')}`)
    .then(({ count }) => count);

test('an experiment is designed and started, its exposures are seen, and its winner is served', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  test.slow();
  await page.goto(ownProject.page('/experiments'));
  await page.getByRole('button', { name: 'Create experiment' }).click();
  const form = page.getByRole('dialog', { name: 'New experiment' });
  await form.getByRole('button', { name: 'Create draft' }).click();
  await expect(form.getByText('Select an event').last()).toBeVisible();
  const name = form.getByRole('textbox', { name: 'Name' }).first();
  await expect(name).toBeFocused();
  await name.fill('Button colour');
  await form.getByRole('button', { name: 'Add variant' }).click();
  await form.getByRole('button', { name: 'Remove variant Variant 3' }).click();
  await expect(form.getByText(/must add up to 100/)).toBeVisible();
  await form.getByRole('button', { name: 'Even split' }).click();
  await form.getByRole('button', { name: /^Event of metric 1/ }).click();
  await page.keyboard.type('purchase');
  await page.getByRole('option', { name: /purchase/ }).click();
  await form.getByRole('button', { name: 'Create draft' }).click();
  await expect(page).toHaveURL(ownProject.page('/experiments/button_colour'));
  const stored = await ownProject.api<{ variants: { key: string; weight: number }[]; status: string }>(
    'GET',
    '/v1/experiments/button_colour',
  );
  expect(stored.variants.map(({ key, weight }) => [key, weight])).toEqual([
    ['control', 50],
    ['treatment', 50],
  ]);

  await page.getByRole('button', { name: 'Start experiment' }).click();
  const start = page.getByRole('dialog', { name: 'Start button_colour?' });
  await expect(start).toContainText(/100.% of users in production are assigned/);
  await start.getByRole('button', { name: 'Start experiment' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();

  const seen: Record<string, number> = {};
  for (let index = 0; index < 24; index += 1) {
    const device = new AppDevice(bootstrap, ownProject, `device-${index}`);
    const variant_key = (await device.config()).experiments.button_colour?.variant_key ?? '';
    seen[variant_key] = (seen[variant_key] ?? 0) + 1;
    const properties = { experiment_key: 'button_colour', variant_key };
    const context = { user: { anonymous_id: `anon-${index}` } };
    const event = { event: '$experiment_exposure', properties, context };
    // The same person sees it twice and counts once.
    await device.ingest([event, event]);
  }
  expect(Object.values(seen).reduce((sum, count) => sum + count, 0)).toBe(24);
  await expect.poll(() => exposures(ownProject), { timeout: 60_000 }).toBe(48);
  await page.reload();
  await page.getByRole('button', { name: 'Results' }).click();
  const exposed = page.getByRole('table', { name: 'Exposures by variant' });
  await expect(exposed.getByRole('row', { name: new RegExp(`^control ${seen.control} `) })).toBeVisible();
  await expect(exposed.getByRole('row', { name: new RegExp(`^treatment ${seen.treatment} `) })).toBeVisible();
  await expect(page.getByText('Not enough data yet')).toBeVisible();
  await expect(page.getByText('The split matches the design.')).toBeVisible();
  await shot(page, 'experiment');

  await page.getByRole('textbox', { name: 'Device id' }).fill('device-3');
  await page.getByRole('button', { name: 'Look up' }).click();
  const third = await new AppDevice(bootstrap, ownProject, 'device-3').config();
  await expect(page.getByRole('status').filter({ hasText: 'In the experiment.' })).toContainText(
    third.experiments.button_colour?.variant_key ?? 'nothing',
  );

  await page.getByRole('button', { name: 'Complete experiment' }).click();
  const complete = page.getByRole('dialog', { name: 'Complete button_colour?' });
  await expect(complete.getByRole('radio', { name: 'Complete without a winner' })).toBeChecked();
  await complete.getByRole('radio', { name: 'Ship treatment to everyone' }).check();
  await complete.getByRole('button', { name: 'Complete experiment' }).click();
  await expect(complete).toBeHidden();
  await expect(page.getByText(/^Completed\. All users in production get treatment/)).toBeVisible();
  for (const id of ['device-1', 'device-2', 'device-3']) {
    const config = await new AppDevice(bootstrap, ownProject, id).config();
    expect(config.experiments.button_colour?.variant_key).toBe('treatment');
  }
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'Changes to button_colour' }).locator('> li')).toHaveCount(3);
});

test('a split that is not as designed is said', async ({ signedIn: page, ownProject, bootstrap }) => {
  await ownProject.api('POST', '/v1/experiments', {
    key: 'skewed',
    name: 'Skewed',
    traffic_pct: 100,
    variants: halves,
    metrics,
  });
  await ownProject.api('POST', '/v1/experiments/skewed/start');
  const device = new AppDevice(bootstrap, ownProject, 'sender');
  const exposure = (index: number) => ({
    event: '$experiment_exposure',
    properties: { experiment_key: 'skewed', variant_key: index % 4 === 0 ? 'grey' : 'blue' },
    context: { user: { anonymous_id: `p-${index}` } },
  });
  await device.ingest(Array.from({ length: 100 }, (_, index) => exposure(index)));
  await expect.poll(() => exposures(ownProject), { timeout: 60_000 }).toBe(100);
  await page.goto(ownProject.page('/experiments/skewed'));
  await expect(page.getByRole('alert')).toContainText('Sample ratio mismatch');
  await expect(page.getByRole('alert')).toContainText(/grey has 25.% instead of 50.%/);
});

test('a draft is edited, paused and resumed, with keys alone', async ({ signedIn: page, ownProject }) => {
  await ownProject.api('POST', '/v1/experiments', { key: 'draft_one', name: 'Draft one', variants: halves, metrics });
  await page.goto(ownProject.page('/experiments/draft_one'));
  const name = page.getByRole('textbox', { name: 'Name' }).first();
  await name.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' and only');
  await page.getByRole('button', { name: 'Review and save' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Draft one and only');
  await pressInDialog(page, 'Save design');
  await expect(page.getByRole('heading', { level: 1, name: 'Draft one and only' })).toBeVisible();
  for (const [move, status] of [
    ['Start', 'running'],
    ['Pause', 'paused'],
    ['Resume', 'running'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${move}`) }).focus();
    await page.keyboard.press('Enter');
    await pressInDialog(page, `${move} experiment`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await ownProject.api('GET', '/v1/experiments/draft_one')).toMatchObject({ status });
  }
});

test('a viewer can look at experiments and groups, and move nothing', async ({ page, ownProject }) => {
  await ownProject.api('POST', '/v1/experiments', { key: 'watched', name: 'Watched', variants: halves, metrics });
  await ownProject.api('POST', '/v1/groups', { key: 'beta', name: 'Beta' });
  await signInAs(page, ownProject, 'viewer');
  await page.goto(ownProject.page('/experiments'));
  await expect(page.getByRole('row', { name: /watched/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New experiment' })).toHaveCount(0);
  await page.goto(ownProject.page('/experiments/watched'));
  await expect(page.getByText(/This requires the editor role/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Start|Archive|Review)/ })).toHaveCount(0);
  await page.goto(ownProject.page('/groups/beta'));
  await expect(page.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|Archive|Add)/ })).toHaveCount(0);
});

test('the tab is in the address', async ({ signedIn: page, ownProject }) => {
  await ownProject.api('POST', '/v1/experiments', { key: 'tabs', name: 'Tabs', variants: halves, metrics });
  await page.goto(ownProject.page('/experiments/tabs?tab=history'));
  const history = page.getByRole('button', { name: 'History' });
  await expect(history).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Results' }).click();
  await expect(page).toHaveURL(/tab=results/);
  await expect(history).not.toHaveAttribute('aria-current', 'true');
});
