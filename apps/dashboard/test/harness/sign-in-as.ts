import type { Page } from '@playwright/test';
import type { OwnProject } from './own-project.ts';
import { signInWithForm } from './sign-in-with-form.ts';

/** Somebody else of the project, with a role, signed in on the page through the form. */
export async function signInAs(page: Page, project: OwnProject, role: 'viewer' | 'editor' | 'admin'): Promise<void> {
  const email = `${role}-${project.slug}@example.com`;
  const password = 'a password of theirs';
  const { token } = await project.api<{ token: string }>('POST', '/v1/invitations', { email, role });
  await project.api('POST', '/v1/invitations/accept', { token, password });
  await page.goto('/sign-in');
  await signInWithForm(page, { email, password });
  await page.waitForURL(/\/p\//);
}
