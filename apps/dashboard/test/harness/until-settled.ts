import { expect, type Page } from '@playwright/test';

/** The page has its heading, and nothing on it still loads. */
export async function untilSettled(page: Page): Promise<void> {
  const content = page.getByRole('main');
  await expect(content.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(content.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0);
}
