import type { Page, PageRequest } from '../../control/page.ts';

/** Every row of a list. */
export async function allPages<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<T> = await list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
