import { AppDevice } from './harness/app-device.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { Bootstrap } from './harness/lamppost-server.ts';
import type { OwnProject } from './harness/own-project.ts';
import { expect, test } from './harness/test.ts';

const variants = [
  { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
  { key: 'blue', name: 'Blue', weight: 50 },
];
const metrics = [
  { name: 'Purchases', event_name: 'purchase', metric_type: 'conversion', is_primary: true },
  { name: 'Refunds', event_name: 'refund', metric_type: 'count', direction: 'decrease', is_guardrail: true },
];

interface Story {
  /** Of 100 people of each variant, in their order. */
  readonly buying: readonly [grey: number, blue: number];
  readonly refunding: readonly [grey: number, blue: number];
}

/** Starts an experiment and lets 300 people of each variant see it. */
async function run(project: OwnProject, bootstrap: Bootstrap, key: string, story: Story): Promise<void> {
  await project.api('POST', '/v1/experiments', { key, name: 'Button colour', traffic_pct: 100, variants, metrics });
  await project.api('POST', `/v1/experiments/${key}/start`);
  const device = new AppDevice(bootstrap, project, 'sender');
  const events = Array.from({ length: 600 }, (_, index) => {
    const side = index % 2;
    const place = Math.floor(index / 2) % 100;
    const context = { user: { anonymous_id: `${key}-${index}` }, device: { platform: place < 50 ? 'ios' : 'web' } };
    const properties = { experiment_key: key, variant_key: variants[side]?.key };
    return [
      { event: '$experiment_exposure', properties, context },
      ...(place < (story.buying[side] ?? 0) ? [{ event: 'purchase', properties: {}, context }] : []),
      ...(place < (story.refunding[side] ?? 0) ? [{ event: 'refund', properties: {}, context }] : []),
    ];
  }).flat();
  for (let at = 0; at < events.length; at += 100) await device.ingest(events.slice(at, at + 100));
  await expect
    .poll(
      async () => {
        const { exposures } = await project.api<{ exposures: { units: number }[] }>(
          'GET',
          `/v1/experiments/${key}/results`,
        );
        return exposures.reduce((sum, { units }) => sum + units, 0);
      },
      { timeout: 30_000 },
    )
    .toBe(600);
}

test('a win is read from verdict to query, and completed as the results propose', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  test.slow();
  await run(ownProject, bootstrap, 'button', { buying: [20, 50], refunding: [10, 10] });
  await page.goto(ownProject.page('/experiments'));
  const row = page.getByRole('row', { name: /Button colour/ });
  await expect(row).toContainText('Ready to ship');
  await expect(row).toContainText(/blue, .*to beat control/);
  await row.getByRole('link').first().click();

  const verdict = page.getByRole('region', { name: /blue raises Purchases by .* Safe to ship/ });
  await expect(verdict).toContainText('Ready to ship');
  await expect(verdict).toContainText('As expected');
  await expect(verdict).toContainText('600 users');
  const table = page.getByRole('table', { name: 'Metrics by variant vs. control' });
  await expect(table.getByRole('row', { name: /^blue .*Better/ })).toContainText('+150');
  await expect(table.getByRole('row', { name: /^blue .*OK/ })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Lift of Purchases vs. control' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Breakdown/ }).click();
  await page.getByRole('option', { name: /^Platform/ }).click();
  const segments = page.getByRole('table', { name: 'Lift by segment' });
  await expect(segments.getByRole('row', { name: /^ios/ })).toBeVisible();
  await expect(page).toHaveURL(/by=platform/);

  await page.getByText('How this is calculated').click();
  await page.getByRole('group').getByText('Purchases', { exact: true }).click();
  await expect(page.getByText('150 / 300 = 0.5')).toBeVisible();
  await page.getByRole('button', { name: 'Open the query for Purchases in Explore' }).click();
  await expect(page).toHaveURL(/\/explore\?.*tab=sql/);
  await page.goBack();

  await page.getByRole('button', { name: 'Complete experiment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete button?' });
  await expect(dialog.getByRole('radio', { name: /Ship blue to everyone/ })).toBeChecked();
  await expect(dialog).toContainText('Recommended');
  await expect(dialog).toContainText('All users in production get blue (Blue) from this experiment');
  await dialog.getByRole('button', { name: 'Complete experiment' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await ownProject.api('GET', '/v1/experiments/button')).toMatchObject({ status: 'completed', winner: 'blue' });
});

test('a harm on a guardrail is a state of its own, on a phone too', async ({
  signedIn: page,
  ownProject,
  bootstrap,
}) => {
  test.slow();
  await run(ownProject, bootstrap, 'harm', { buying: [20, 20], refunding: [5, 60] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ownProject.page('/experiments/harm'));
  const verdict = page.getByRole('region', { name: /blue raises Refunds by .* Stop blue/ });
  await expect(verdict).toContainText('Breached');
  await expect(verdict).toContainText('Refunds got worse.');
  await expect(page.getByText('Breached')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await page.goto(ownProject.page('/overview'));
  const list = page.getByRole('region', { name: 'Needs attention' });
  await expect(list.getByRole('listitem').filter({ hasText: 'harm' })).toContainText('breached a guardrail');
});

test('an experiment is planned before it is started', async ({ signedIn: page, ownProject }) => {
  await page.goto(ownProject.page('/experiments?new=true'));
  const form = page.getByRole('dialog', { name: 'New experiment' });
  await form.getByText('Sample size').click();
  await expect(form.getByText('Add a primary metric to estimate the duration.')).toBeVisible();
  await form.getByRole('button', { name: /^Event of metric 1/ }).click();
  await page.keyboard.type('purchase');
  await page.getByRole('option', { name: /purchase/ }).click();
  await form.getByRole('textbox', { name: 'Baseline conversion' }).fill('10');
  await form.getByRole('textbox', { name: 'Minimum detectable effect' }).fill('10');
  await form.getByRole('textbox', { name: 'New users per day' }).fill('1000');
  await expect(form.getByRole('status')).toContainText(/users, about \d+ days/);
  await form.getByText('Analysis', { exact: true }).click();
  await expect(form.getByRole('textbox', { name: 'Confidence level' })).toHaveValue('95 %');

  await form.getByRole('button', { name: 'Add metric' }).click();
  await form.getByRole('button', { name: /^Event of metric 2/ }).click();
  await page.getByRole('option', { name: /^Crash-free sessions/ }).click();
  await expect(
    form.getByRole('textbox', { name: 'Measured as' }).or(form.getByLabel('Measured as')).last(),
  ).toHaveValue('Ratio');
});

test('testers, traffic, analysis, layers and the holdout are set where they belong', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/experiments', {
    key: 'settings',
    name: 'Settings',
    traffic_pct: 20,
    variants,
    metrics,
  });
  await ownProject.api('POST', '/v1/experiments/settings/start');
  await page.goto(ownProject.page('/experiments/settings?tab=design'));
  await page.getByRole('button', { name: 'Edit testers' }).click();
  const testers = page.getByRole('dialog', { name: 'Testers for settings' });
  await testers.getByRole('combobox', { name: 'User ids for blue' }).fill('ada');
  await page.keyboard.press('Enter');
  await testers.getByRole('button', { name: 'Save testers' }).click();
  await expect(testers).toHaveCount(0);
  await page.getByRole('button', { name: 'Change analysis' }).click();
  const analysis = page.getByRole('dialog', { name: 'Change the analysis of settings?' });
  await analysis.getByRole('textbox', { name: 'Minimum units' }).fill('500');
  await analysis.getByRole('button', { name: 'Save analysis' }).click();
  await expect(analysis).toHaveCount(0);
  expect(await ownProject.api('GET', '/v1/experiments/settings')).toMatchObject({
    overrides: [{ variant_key: 'blue', user_ids: ['ada'], group_keys: [] }],
    analysis: { min_units: 500 },
  });
  await page.goto(ownProject.page('/settings?tab=experiments'));
  await page.getByRole('textbox', { name: 'Holdout size' }).fill('5');
  await page.getByRole('button', { name: 'Save holdout' }).click();
  await expect(page.getByText('Holdout saved')).toBeVisible();
  await page.getByRole('textbox', { name: 'New layer' }).fill('Checkout');
  await page.getByRole('button', { name: 'Add layer' }).click();
  await expect(page.getByText(/100.% free/)).toBeVisible();
  expect(await ownProject.api('GET', '/v1/holdout')).toMatchObject({ percentage: 5 });
});

test('a flag is ramped up behind guardrails, and says what it waits for', async ({ signedIn: page, ownProject }) => {
  await ownProject.api('POST', '/v1/flags', { key: 'new_cart', name: 'New cart', platforms: ['web'] });
  await page.goto(ownProject.page('/flags/new_cart'));
  await page.getByRole('button', { name: 'Add guardrails' }).click();
  const guardrails = page.getByRole('dialog', { name: 'Guardrails for new_cart in production' });
  await guardrails.getByRole('button', { name: 'Save guardrails' }).click();
  await expect(guardrails).toHaveCount(0);
  const watched = page.getByRole('region', { name: 'Guardrails' });
  await expect(watched).toContainText('Crash-free sessions');

  await page.getByRole('button', { name: 'Set up ramp' }).click();
  const setUp = page.getByRole('dialog', { name: 'Ramp new_cart in production?' });
  await setUp.getByRole('textbox', { name: 'Percentage of step 2' }).fill('1');
  await expect(setUp.getByText(/Must be above 1.%/)).toBeVisible();
  await setUp.getByRole('textbox', { name: 'Percentage of step 2' }).fill('5');
  await setUp.getByRole('button', { name: 'Start ramp' }).click();
  await expect(setUp).toHaveCount(0);
  const ramp = page.getByRole('region', { name: 'Ramp' });
  await expect(ramp.getByRole('listitem')).toHaveCount(6);
  await expect(ramp.locator('[aria-current="step"]')).toContainText(/^1.%/);
  await expect(ramp).toContainText('Ramping');
  await ramp.getByRole('button', { name: 'Pause ramp' }).click();
  await expect(ramp).toContainText('Paused');
  await ramp.getByRole('button', { name: 'Resume ramp' }).click();
  await ramp.getByRole('button', { name: /^Stop at/ }).click();
  await expect(ramp).toContainText('Stopped');
  await expectAccessible(page);
  expect(await ownProject.api('GET', '/v1/flags/new_cart/rules')).toMatchObject({ rollout: { percentage: 1 } });
});
