import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a theme can change, and nothing else. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What axe finds serious or critical on the page as it is now. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<readonly object[]> {
  // Colours that are still on their way would be measured in between. Skeletons pulse without an end.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
  // Half a megabyte of script: where it is there since the last time, nothing takes its place.
  const source = (await page.evaluate(() => 'axe' in window)) ? { axeSource: ';' } : {};
  // Without frames of other origins there is nothing to put together in a second page, which takes as long as axe itself.
  const axe = new AxeBuilder({ page, ...source }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 5).map(({ html, target }) => `${target} ${html}`),
    }));
}

/** What axe finds serious or critical in the colours of the page as it is now: enough where the rest was looked at in another theme. */
export const seriousColours = (page: Page): Promise<readonly object[]> => seriousFindings(page, rulesOfColour);

/** No serious or critical finding of axe, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await showTheme(page, 'light');
  expect(await seriousFindings(page), 'axe, light theme').toEqual([]);
  await showTheme(page, 'dark');
  expect(await seriousColours(page), 'axe, dark theme').toEqual([]);
}

const showTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((chosen) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
  }, theme);
