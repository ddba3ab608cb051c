import type { Place } from './place.ts';

/** Whether a row of this environment is there for whoever is at the place; null: a row of the whole project. */
export const isOwn = (place: Place, environmentId: string | null): boolean =>
  place.isConfined !== true || environmentId === null || environmentId === place.environment.id;

/** The row, unless it is of an environment that the key does not reach. */
export const ofOwn = <T extends { readonly environmentId: string | null }>(
  place: Place,
  row: T | undefined,
): T | undefined => (row !== undefined && isOwn(place, row.environmentId) ? row : undefined);

/** Pages stay where they are, with the rows that the key reaches. */
export const onlyOwn = <T extends { readonly environmentId: string | null }>(
  place: Place,
  page: { readonly rows: readonly T[]; readonly nextCursor: string | null },
) => ({ ...page, rows: page.rows.filter(({ environmentId }) => isOwn(place, environmentId)) });
