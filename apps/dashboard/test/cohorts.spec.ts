import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

interface Cohort {
  readonly definition: object;
}

test('cohorts of the demo are listed and opened, with the people in them', async ({ signedIn: page }) => {
  await resize(page, desk);
  await page.goto('/p/default/production/cohorts');
  const row = page.getByRole('row', { name: /Regular buyers/ });
  await expect(row).toContainText('Ready');
  await expect(row).toContainText('did purchase at least 3 times in the last 30 days');
  await shot(page, 'cohorts');
  await expectAccessible(page);
  await resize(page, phone);
  await expectNoSidewaysScroll(page);
  await shot(page, 'cohorts-phone');
  await resize(page, desk);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Regular buyers');
  const people = page.getByRole('grid', { name: 'People in the cohort' });
  await expect(people.getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await shot(page, 'cohort');
  await expectAccessible(page);
  await resize(page, phone);
  await expectNoSidewaysScroll(page);
  await shot(page, 'cohort-phone');
  await people.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/people\/user_/);
});

test('a cohort of behaviour is put together, saved as it reads, edited and archived', async ({
  signedIn: page,
  ownProject,
}) => {
  await ownProject.api('POST', '/v1/ingest', {
    batch: ['u-1', 'u-2'].map((id) => ({ event: 'checkout', context: { user: { id } } })),
  });
  await resize(page, desk);
  await page.goto(ownProject.page('/cohorts'));
  await page.getByRole('button', { name: 'Create cohort' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Undecided');
  await dialog.getByRole('button', { name: 'Create cohort' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Select an event for each condition.');
  const choose = async (label: string, text: string): Promise<void> => {
    await dialog
      .getByRole('button', { name: `${label}:` })
      .last()
      .click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await choose('Condition', 'sequence');
  await choose('Step 1', 'checkout');
  await choose('Event that did not follow', 'purchase');
  await shot(page, 'cohort-dialog');
  await expectAccessible(page);
  await resize(page, phone);
  await shot(page, 'cohort-dialog-phone');
  await resize(page, desk);
  await dialog.getByRole('button', { name: 'Create cohort' }).click();
  await expect(page).toHaveURL(ownProject.page('/cohorts/undecided'));
  await expect(
    page.getByText('People who did checkout and then not purchase in the last 30 days', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /u-2/ })).toBeVisible();
  const { definition } = await ownProject.api<Cohort>('GET', '/v1/cohorts/undecided');
  const within = { kind: 'relative', last: '30d' };
  expect(definition).toEqual({
    rule: { sequence: { steps: [{ event: 'checkout' }], then_not: { event: 'purchase' }, within } },
  });

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByRole('textbox', { name: 'Times' }).fill('2');
  await choose('Event', 'Any event');
  await dialog.getByRole('button', { name: 'Save cohort' }).click();
  await expect(page.getByText(/and did any event at least 2 times/)).toBeVisible();
  await expect(page.getByText('No people yet')).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await dialog.getByRole('button', { name: 'Archive cohort' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog.getByRole('button', { name: 'Restore cohort' }).click();
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible();
});

test('a list takes typed ids and a file, says which line is wrong, and is used by filters, flag rules and experiments', async ({
  signedIn: page,
  ownProject,
  watch,
}) => {
  watch.allow(/status of 400/);
  await ownProject.api('POST', '/v1/cohorts', { key: 'beta', name: 'Beta', kind: 'list' });
  await ownProject.api('POST', '/v1/flags', { key: 'gift', name: 'Gift', platforms: ['web'] });
  await page.goto(ownProject.page('/cohorts/beta'));
  await page.getByRole('textbox', { name: 'User ids, one per line' }).fill('u-1\nu-2');
  await page.getByRole('button', { name: 'Add 2 users' }).click();
  await expect(page.getByText('2 users added, 2 users in the list.')).toBeVisible();
  const file = page.locator('input[type=file]');
  const csv = (text: string) => ({ name: 'people.csv', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await file.setInputFiles(csv('name,user_id\nAda,u-3\nBob'));
  await expect(page.getByRole('alert')).toContainText('line 3');
  await file.setInputFiles(csv('name,user_id\nAda,u-3'));
  await expect(page.getByText('1 user added, 3 users in the list.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove u-2' }).click();
  await expect(page.getByRole('row', { name: /u-2/ })).toHaveCount(0);

  await page.goto(ownProject.page('/flags/gift'));
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  await page.getByRole('button', { name: 'Field:' }).click();
  await page.keyboard.type('user_cohort');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Value:' }).click();
  await page.getByRole('option', { name: /beta/ }).click();
  await shot(page, 'flag-cohort');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(ownProject.page('/cohorts/beta'));
  await expect(page.getByRole('link', { name: 'gift' })).toBeVisible();

  await ownProject.api('POST', '/v1/experiments', {
    key: 'offer',
    name: 'Offer',
    audience: [{ field: 'platform', op: 'eq', values: ['web'] }],
    variants: [
      { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
      { key: 'blue', name: 'Blue', weight: 50 },
    ],
    metrics: [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }],
  });
  await ownProject.api('POST', '/v1/experiments/offer/start');
  await page.goto(ownProject.page('/experiments/offer'));
  await page.getByRole('button', { name: 'Design', exact: true }).click();
  await page.getByRole('button', { name: 'Change audience' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add condition' }).click();
  await dialog.getByRole('button', { name: 'Change audience' }).click();
  await expect(dialog.getByText('Select a field')).toBeVisible();
  await dialog.getByRole('button', { name: 'Field:' }).last().click();
  await page.keyboard.type('user_cohort');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Value:' }).click();
  await page.getByRole('option', { name: /beta/ }).click();
  await expectAccessible(page);
  await shot(page, 'experiment-audience-dialog');
  await dialog.getByRole('button', { name: 'Change audience' }).click();
  await expect(page.getByText(/if\s*platform\s*is\s*web\s*and\s*user_cohort\s*is\s*beta/)).toBeVisible();
  await shot(page, 'experiment-audience');
  await resize(page, phone);
  await shot(page, 'experiment-audience-phone');
  await resize(page, desk);
  await page.goto(ownProject.page('/cohorts/beta'));
  await expect(page.getByRole('link', { name: 'offer' })).toBeVisible();
  await shot(page, 'cohort-uses');

  await page.goto(ownProject.page('/explore'));
  await page.getByRole('button', { name: 'Add filter' }).first().click();
  await page.keyboard.type('cohort');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Value:' }).click();
  await expect(page.getByRole('option', { name: /beta/ })).toBeVisible();
});
