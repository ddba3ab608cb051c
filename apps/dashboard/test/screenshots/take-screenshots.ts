import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Ask, askAs } from '../harness/ask-as.ts';
import { expect, test } from '../harness/test.ts';
import { untilSettled } from '../harness/until-settled.ts';
import { palettePng } from './palette-png.ts';

interface Shot {
  readonly name: string;
  /** Inside of the project with the demo data. */
  readonly path: string | ((ask: Ask) => Promise<string>);
  readonly isDark?: true;
  readonly isPhone?: true;
  /** Other than a usual screen, where a page ends earlier or has more to show. */
  readonly height?: number;
}

const folder = new URL('../../../../docs/images/', import.meta.url);
const MAX_BYTES = 250_000;
const WIDTH = 1280;
const HEIGHT = 800;
const phone = { width: 390, height: 844 };

const explore = (tab: string, insight: object): string =>
  `/explore?tab=${tab}&range=30d&q=${encodeURIComponent(JSON.stringify(insight))}`;

const funnel = {
  steps: ['recipe_viewed', 'cart_item_added', 'checkout_started', 'purchase'].map((event) => ({ event })),
};

async function mostReported(ask: Ask): Promise<string> {
  const groups = await ask<readonly { id: string }[]>('/v1/crashes/groups?sort=reports');
  return `/crashes/${groups[0]?.id}?range=90d`;
}

async function dashboardOfShop(ask: Ask): Promise<string> {
  const all = await ask<readonly { id: string; name: string }[]>('/v1/dashboards');
  return `/dashboards/${all.find(({ name }) => name === 'The shop')?.id}?range=30d`;
}

const shots: readonly Shot[] = [
  { name: 'overview', path: '/overview?range=30d' },
  { name: 'overview-dark', path: '/overview?range=30d', isDark: true },
  { name: 'overview-phone', path: '/overview?range=30d', isPhone: true },
  { name: 'explore', path: explore('trends', { series: [{ event: 'purchase' }], breakdown: 'platform' }) },
  { name: 'explore-funnel', path: explore('funnel', funnel) },
  { name: 'dashboard', path: dashboardOfShop },
  { name: 'flag', path: '/flags/photo_search?range=30d', height: 1000 },
  { name: 'flag-phone', path: '/flags/photo_search?range=30d', isPhone: true },
  { name: 'experiment', path: '/experiments/home_save_button?range=30d', height: 1000 },
  { name: 'crash', path: mostReported, height: 1000 },
  { name: 'crash-dark', path: mostReported, isDark: true, height: 1000 },
  { name: 'performance', path: '/performance?range=30d', height: 1000 },
  { name: 'releases', path: '/releases?range=30d', height: 1000 },
];

/** The demo's flags have rules or exposures; a picture should show both. */
const rulesOfFlag = [
  {
    name: 'Testers see it first',
    conditions: [{ field: 'user_group', op: 'in', values: ['beta_testers'] }],
    value: true,
    percentage: 100,
  },
  {
    name: 'The camera is slow on old systems',
    conditions: [
      { field: 'platform', op: 'eq', values: ['android'] },
      { field: 'os_version', op: 'semver_lt', values: ['12'] },
    ],
    value: false,
    percentage: 100,
  },
];

test('pictures of the main pages', async ({ signedIn: page, bootstrap }) => {
  const ask = askAs(bootstrap);
  await ask('/v1/project', { method: 'PATCH', body: JSON.stringify({ name: 'Larder' }) });
  const rules = JSON.stringify({ rules: rulesOfFlag });
  await ask('/v1/flags/photo_search/rules', { method: 'PUT', body: rules });
  await mkdir(folder, { recursive: true });
  for (const { name, path, isDark = false, isPhone = false, height = HEIGHT } of shots) {
    await page.setViewportSize(isPhone ? phone : { width: WIDTH, height });
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await page.goto(`/p/${bootstrap.project.slug}/production${typeof path === 'string' ? path : await path(ask)}`);
    await untilSettled(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    const file = palettePng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    expect(file.length, `bytes of ${name}`).toBeLessThanOrEqual(MAX_BYTES);
    await writeFile(fileURLToPath(new URL(`${name}.png`, folder)), file);
  }
});
