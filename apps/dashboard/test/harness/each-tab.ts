import type { Page } from '@playwright/test';
import { untilSettled } from './until-settled.ts';

/** Calls with each part of the page: as it was opened, and then with every other tab of it. */
export async function eachTab(page: Page, call: (name: string) => Promise<void>): Promise<void> {
  await call('');
  const tabs = page.getByRole('main').locator('nav[data-look="line"]').first().locator('a, button');
  for (const tab of await tabs.all()) {
    if ((await tab.getAttribute('aria-current')) !== null) continue;
    // Tabs that are pages of their own are rows of the page table.
    const leadsAway = await tab.evaluate((link) => 'pathname' in link && link.pathname !== location.pathname);
    if (leadsAway) continue;
    const name = (await tab.textContent())?.trim();
    await tab.click();
    await untilSettled(page);
    await call(` › ${name}`);
  }
}
