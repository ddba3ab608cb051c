import type { Page } from '@playwright/test';

export interface Account {
  readonly email: string;
  readonly password: string;
}

export async function signInWithForm(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
