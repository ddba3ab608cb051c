/** What a member is in a project. Each may do all that those after it may. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const;

export type Role = (typeof roles)[number];

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least);
}
