import type { Wire } from '@lamppost/protocol';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectNoSidewaysScroll } from './harness/expect-no-sideways-scroll.ts';
import type { OwnProject } from './harness/own-project.ts';
import { resize } from './harness/resize.ts';
import { shot } from './harness/shot.ts';
import { expect, test } from './harness/test.ts';

const range = { kind: 'relative', last: '7d' } as const;
const hostile = '<img src=x onerror="window.hit=1"> \u202e';
const widgets: readonly Wire['NewWidgetBody'][] = [
  {
    name: 'Openings',
    position: { x: 0, y: 0, w: 8, h: 4 },
    query: { kind: 'timeseries', event: 'opened', interval: 'day', range },
  },
  {
    name: 'Total',
    position: { x: 8, y: 0, w: 4, h: 4 },
    query: { kind: 'timeseries', event: 'opened', interval: 'day', range },
    viz: { kind: 'timeseries', chartType: 'single_metric' },
  },
  {
    name: hostile,
    position: { x: 0, y: 4, w: 12, h: 3 },
    query: { kind: 'sql', sql: 'SELECT event_name FROM events' },
  },
];

async function make(project: OwnProject, name: string): Promise<string> {
  const body = { name, layout: { columns: 12 }, widgets };
  return (await project.api<{ id: string }>('POST', '/v1/dashboards/materialize', body)).id;
}

test('a link that is created in the dialog shows the dashboard without a session, until it is revoked', async ({
  signedIn: page,
  context,
  ownProject,
  watch,
}) => {
  watch.allow(/404/);
  await ownProject.store([{ event: 'opened' }, { event: 'opened' }]);
  const id = await make(ownProject, `Shop ${hostile}`);
  await page.goto(ownProject.page(`/dashboards/${id}`));
  await page.getByRole('button', { name: 'Share and display' }).click();
  await page.getByRole('menuitem', { name: 'Share link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share dashboard' });
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Board');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  expect(link).toContain('/shared#lps_');
  await expect(dialog.getByRole('listitem')).toContainText('never opened');
  await expectAccessible(page);
  await shot(page, 'share-dialog');

  await context.clearCookies();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Shop <img');
  await expect(page.getByRole('region', { name: 'Openings' }).locator('canvas')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('2');
  await expect(page.getByRole('table')).toContainText('opened');
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  expect(sent.filter((request) => request.includes('lps_'))).toEqual([]);
  expect(sent.filter((request) => request.includes('/v1/session'))).toEqual([]);
  await expectAccessible(page);
  await shot(page, 'shared');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot(page, 'shared-dark');
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await shot(page, 'shared-phone');

  const [share] = await ownProject.api<{ id: string; last_used_at: string }[]>('GET', `/v1/dashboards/${id}/shares`);
  expect(share?.last_used_at).toMatch(/Z$/);
  await ownProject.api('DELETE', `/v1/dashboards/${id}/shares/${share?.id}`).catch(() => undefined);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This link has expired, was revoked, or never existed');
});

test('dashboards take turns on a wall, by a link too, and Escape leaves', async ({
  signedIn: page,
  ownProject,
  clock,
}) => {
  const [one, two] = [await make(ownProject, 'One'), await make(ownProject, 'Two')];
  await page.goto(ownProject.page(`/dashboards/${one}`));
  await page.getByRole('button', { name: 'Share and display' }).click();
  await page.getByRole('menuitem', { name: 'Rotate dashboards' }).click();
  await page.getByRole('checkbox', { name: 'Two' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog', { name: 'One' }).getByRole('region', { name: 'Openings' })).toBeVisible();
  await expect(page.getByText('1 of 2')).toBeVisible();
  expect(new URL(page.url()).search).toBe(`?rotate=30s&dashboards=${two}`);
  await clock.runFor(30_500);
  await expect(page.getByRole('dialog', { name: 'Two' })).toBeVisible();
  await shot(page, 'wall');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');

  const tokens = await Promise.all(
    [one, two].map((id) => ownProject.api<{ token: string }>('POST', `/v1/dashboards/${id}/shares`, {})),
  );
  await page.goto(`/shared?rotate=10s#${tokens.map(({ token }) => token).join(',')}`);
  await expect(page.getByRole('dialog', { name: 'One' }).getByRole('region', { name: 'Openings' })).toBeVisible();
  await clock.runFor(10_500);
  await expect(page.getByRole('dialog', { name: 'Two' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible();
});

test('paper has the title, the range and the date, light colours and nothing to press', async ({
  signedIn: page,
  ownProject,
}) => {
  const id = await make(ownProject, 'Printed');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(ownProject.page(`/dashboards/${id}?all=30d`));
  await expect(page.getByRole('region', { name: 'Openings' })).toBeVisible();
  const seen = await page.evaluate(async () => {
    const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');
    const printed = new Promise<string | null>((resolve) => {
      window.print = () => resolve(scheme());
    });
    document.querySelector<HTMLElement>('[aria-label="Share and display"]')?.click();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const entries = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    entries.find(({ textContent }) => textContent === 'Print')?.click();
    return await printed;
  });
  expect(seen).toBe('light');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^Production · Last 30 days · Printed .*\d{4}/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Printed' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add widget' })).toBeHidden();
  await shot(page, 'printed');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
