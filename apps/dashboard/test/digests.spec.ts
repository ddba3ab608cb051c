import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const hostile = '<img src=x onerror="window.hit=1">';

test('a dashboard is sent as a digest: with a preview, listed in the settings, sent now and paused', async ({
  signedIn: page,
  ownProject,
}) => {
  const { id } = await ownProject.api<{ id: string }>('POST', '/v1/dashboards', { name: `Board ${hostile}` });
  await ownProject.api('POST', `/v1/dashboards/${id}/widgets`, {
    name: 'Events a day',
    query: { kind: 'timeseries', event: 'order', interval: 'day', range: { kind: 'relative', last: '7d' } },
  });
  await ownProject.api('POST', '/v1/webhooks', { name: 'Receiver', url: 'https://webhook.invalid/hook' });
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Share and display' }).click();
  await page.getByRole('menuitem', { name: 'Send as digest…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send as digest' });
  await expect(dialog.getByRole('button', { name: 'Create digest' })).toBeDisabled();
  const preview = page.frameLocator('iframe[title^="Preview"]');
  await expect(preview.getByRole('heading', { name: 'Events a day' })).toBeVisible();
  await expect(preview.getByRole('img')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Send', exact: true }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  await expect(preview.getByText(/compared with the week before/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'On', exact: true }).click();
  await page.getByRole('option', { name: 'Wednesday' }).click();
  await dialog.getByLabel(/^At \(/).fill('07:30');
  await dialog.getByRole('combobox', { name: 'To', exact: true }).click();
  await page.getByRole('option', { name: 'Receiver (Webhook)' }).click();
  await expect(dialog.getByText(/get the numbers without chart images/)).toBeVisible();
  await page.keyboard.press('Escape');
  await shot(page, 'digest-dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create digest' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(ownProject.page('/settings?tab=digests'));
  const row = page.getByRole('table', { name: 'Digests' }).getByRole('row', { name: /Board/ });
  await expect(row).toContainText('Wednesdays at 07:30');
  await expect(row).toContainText('Active');
  const act = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Send now');
  await expect(row).toContainText('Sending');
  await act('Pause');
  await expect(row).toContainText('Paused');
  await act('Resume');
  await expect(row).toContainText('Active');
  await act('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit digest' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Weekly numbers');
  await edit.getByRole('button', { name: 'Save digest' }).click();
  await expect(edit).toBeHidden();
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Dashboard actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboards', level: 1 })).toBeVisible();
  await page.goto(ownProject.page('/settings?tab=digests'));
  const renamed = page.getByRole('table', { name: 'Digests' }).getByRole('row', { name: /Weekly numbers/ });
  await expect(renamed).toContainText('deleted dashboard');
  await expect(renamed).toContainText('Paused');
  await shot(page, 'digests-tab');
  await expectNoSidewaysScroll(page);
  await renamed.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete digest' }).click();
  await expect(page.getByText('No digests yet')).toBeVisible();
});

test('without a target the dialog says where to add one', async ({ signedIn: page, ownProject }) => {
  const { id } = await ownProject.api<{ id: string }>('POST', '/v1/dashboards', { name: 'Board' });
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Share and display' }).click();
  await page.getByRole('menuitem', { name: 'Send as digest…' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings › Webhooks' }).click();
  await expect(page.getByRole('dialog', { name: 'New webhook' })).toBeVisible();
});
