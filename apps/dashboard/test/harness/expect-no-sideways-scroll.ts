import { expect, type Page } from '@playwright/test';

/** The page fits into its width: nothing has to be scrolled sideways to be read. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
