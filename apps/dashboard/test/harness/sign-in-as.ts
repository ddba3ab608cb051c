import { expect, type Page } from '@playwright/test';
import type { OwnProject } from './own-project.ts';

/** Somebody else of the project, with a role, signed in on the page. Without the form, which has specs of its own. */
export async function signInAs(page: Page, project: OwnProject, role: 'viewer' | 'editor' | 'admin'): Promise<void> {
  const email = `${role}-${project.slug}@example.com`;
  const { token } = await project.api<{ token: string }>('POST', '/v1/invitations', { email, role });
  const data = { token, password: 'a password of theirs' };
  const accepted = await page.request.post('/v1/invitations/accept', { data });
  expect(accepted.ok(), 'the invitation is accepted').toBe(true);
}
