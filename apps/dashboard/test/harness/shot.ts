import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** A picture to look at, when LP_SHOTS names a folder for them; nothing is compared. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.LP_SHOTS;
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder === '' ? tmpdir() : folder, `${name}.png`), fullPage: true });
}
