import { expect, type Page } from '@playwright/test';
import { untilSettled } from './until-settled.ts';

/** Opens an address as a link of the app does, where the app is loaded already: a load takes several times as long. */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url().startsWith('http')) {
    await page.evaluate((to) => {
      // The page before stays in sight until the next one can be drawn.
      document.querySelector('main h1')?.setAttribute('data-left', '');
      history.pushState({}, '', to);
    }, address);
    await expect(page.locator('main h1[data-left]')).toHaveCount(0);
  } else {
    await page.goto(address);
  }
  await untilSettled(page);
}
