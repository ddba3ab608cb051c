import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds serious or critical on the page as it is now. */
export async function seriousFindings(page: Page): Promise<readonly object[]> {
  // Colours that are still on their way would be measured in between. Skeletons pulse without an end.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
  // Without frames of other origins there is nothing to put together in a second page, which takes as long as axe itself.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 5).map(({ html, target }) => `${target} ${html}`),
    }));
}

/** No serious or critical finding of axe, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => {
      document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
    }, scheme);
    expect(await seriousFindings(page), `axe, ${scheme} theme`).toEqual([]);
  }
}
