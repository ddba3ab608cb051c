import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No serious or critical finding of axe, in the light and in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => {
      document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
    }, scheme);
    // Colours that are still on their way would be measured in between. Skeletons pulse without an end.
    await page.evaluate(() => {
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      return Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
    });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.slice(0, 5).map(({ html, target }) => `${target} ${html}`),
      }));
    expect(serious, `axe, ${scheme} theme`).toEqual([]);
  }
}
