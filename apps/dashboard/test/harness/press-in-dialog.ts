import { expect, type Page } from '@playwright/test';

/**
 * Presses a button of the open dialog with keys alone. An opening dialog moves the focus into itself a moment after
 * it is shown: a button that is focused before that loses the focus again, and the key lands on the one that closes.
 */
export async function pressInDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  const button = dialog.getByRole('button', { name });
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}
