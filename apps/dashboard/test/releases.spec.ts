import { expect, test } from './harness/test.ts';

interface Release {
  readonly id: string;
  readonly version: string;
  readonly platform: string;
  readonly status: string;
  readonly rollout_pct: number;
  readonly crash_free_rate: number | null;
  readonly total_sessions: number | null;
  readonly adoption_pct: number | null;
}

test('a release is announced, edited and followed', async ({ signedIn: page, ownProject, bootstrap }) => {
  await page.goto(ownProject.page('/releases'));
  await expect(page.getByText('No releases yet')).toBeVisible();
  await page.getByRole('button', { name: 'Register release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register release' });
  await dialog.getByRole('textbox', { name: 'Version' }).fill('2.0.0');
  await dialog.getByRole('textbox', { name: 'Rollout' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Release notes' }).fill('<img src=x onerror="globalThis.broken=1">');
  await dialog.getByRole('button', { name: 'Register release' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('grid', { name: 'Releases' }).getByRole('row').filter({ hasText: '2.0.0' });
  await expect(row).toContainText('Rolling out to 10 %');
  const [announced] = await ownProject.api<readonly Release[]>('GET', '/v1/releases');
  expect(announced).toMatchObject({ version: '2.0.0', platform: 'ios', status: 'rolling_out', rollout_pct: 10 });

  const sessions = ['a', 'b', 'c'].map((id) => ({
    event: '$session_start',
    context: { session: { id }, user: { id }, app: { version: '2.0.0' }, device: { platform: 'ios' } },
  }));
  const post = (path: string, body: unknown) =>
    fetch(`${bootstrap.base_url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ownProject.keys.production.publishable}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  expect((await post('/v1/ingest', { batch: sessions })).status).toBe(202);
  const crash = { platform: 'ios', app_version: '2.0.0', exception_type: 'EXC_BREAKPOINT', session_id: 'c' };
  expect((await post('/v1/crashes/report', crash)).status).toBe(202);
  const shown = () => ownProject.api<Release>('GET', `/v1/releases/${announced?.id}`);
  await expect.poll(async () => (await shown()).crash_free_rate, { timeout: 30_000 }).toBeCloseTo(66.67, 2);

  await page.goto(ownProject.page(`/releases/${announced?.id}`));
  await expect(page.getByRole('heading', { level: 1, name: '2.0.0 on iOS' })).toBeVisible();
  await expect(page.getByText('66.67 %').first()).toBeVisible();
  await expect(page.getByText('of 3 sessions in 30 days')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Crashes first seen in this release' })).toContainText('EXC_BREAKPOINT');
  await page.getByRole('button', { name: 'Edit release' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit 2.0.0' });
  await edit.getByRole('textbox', { name: 'Rollout' }).fill('50');
  await edit.getByRole('button', { name: 'Save release' }).click();
  await expect(page.getByText('Rolling out to 50 %').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(2);
  expect((await shown()).rollout_pct).toBe(50);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
});

test('the list says what the API says, and its filters are in the address', async ({ signedIn: page, bootstrap }) => {
  const ask = async <T>(path: string): Promise<T> => {
    const key = { headers: { Authorization: `Bearer ${bootstrap.keys.production.secret}` } };
    return ((await (await fetch(`${bootstrap.base_url}${path}`, key)).json()) as { data: T }).data;
  };
  await page.goto('/p/default/production/releases?range=90d');
  await page.getByRole('button', { name: 'Android' }).click();
  await expect(page).toHaveURL(/platform=android/);
  await page.reload();
  const releases = await ask<readonly Release[]>('/v1/releases?platform=android&limit=50');
  const table = page.getByRole('grid', { name: 'Releases' });
  await expect(table.getByRole('row')).toHaveCount(releases.length + 1);
  for (const [at, release] of releases.slice(0, 4).entries()) {
    const row = table.getByRole('row').nth(at + 1);
    await expect(row).toContainText(release.version);
    if (release.crash_free_rate !== null) {
      const said = release.crash_free_rate.toLocaleString('en', { maximumFractionDigits: 2 });
      await expect(row).toContainText(`${said} %`);
    }
  }
  const since = new Date(Date.now() - 90 * 86_400_000).toISOString();
  const { regressions } = await ask<{ regressions: readonly { version: string }[] }>(
    `/v1/releases/regressions?since=${since}`,
  );
  const items = page.getByRole('region', { name: 'Regressions' }).getByRole('listitem');
  await expect(items).toHaveCount(regressions.length);
});

test('a release is found by platform and status, and opened by keyboard', async ({ signedIn: page }) => {
  await page.goto('/p/default/production/releases?range=90d&platform=ios&status=active');
  const table = page.getByRole('grid', { name: 'Releases' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Adoption of versions' })).toBeVisible();
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: / on / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent health' })).toBeVisible();
});
