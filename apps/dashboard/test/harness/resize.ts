import type { Page } from '@playwright/test';

const frameMs = 2_000;

/**
 * Gives the page another size and waits until it was drawn. Chromium without a screen now and then stops drawing when
 * its size changes, and everything that waits for a frame waits for ever; another change sets it going again.
 */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  for (const height of [size.height, size.height + 1]) {
    await page.setViewportSize({ ...size, height });
    if (await isDrawn(page)) break;
  }
  await page.setViewportSize(size);
}

const isDrawn = (page: Page): Promise<boolean> =>
  page.evaluate(
    (ms) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(false), ms);
        requestAnimationFrame(() => resolve(true));
      }),
    frameMs,
  );
