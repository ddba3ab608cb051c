import type { ProjectAccess } from './project-access.ts';

/** Whether a row of this environment is there for anyone who is at the place; null: a row of the whole project. */
export const isOwn = (access: ProjectAccess, environmentId: string | null): boolean =>
  access.isConfined !== true || environmentId === null || environmentId === access.environment.id;

/** The row, unless it is of an environment that the key does not reach. */
export const ofOwn = <T extends { readonly environmentId: string | null }>(
  access: ProjectAccess,
  row: T | undefined,
): T | undefined => (row !== undefined && isOwn(access, row.environmentId) ? row : undefined);

/** Pages stay where they are, with the rows that the key reaches. */
export const onlyOwn = <T extends { readonly environmentId: string | null }>(
  access: ProjectAccess,
  page: { readonly rows: readonly T[]; readonly nextCursor: string | null },
) => ({ ...page, rows: page.rows.filter(({ environmentId }) => isOwn(access, environmentId)) });
