import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, nullable, text } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { PROFILE, profileRow, readProfile } from './device-statements.ts';
import type { DeviceFilter, ListedDevice } from './device-store.ts';

const inOrder = 'd.listing_id < :cursor ORDER BY d.listing_id DESC LIMIT :limit';
const page = { environmentId: text, cursor: text, limit: integer };
const LIST = statement({
  sql: `${PROFILE} WHERE d.environment_id = :environmentId AND ${inOrder}`,
  params: page,
  row: profileRow,
});
const OF_USER = statement({
  sql: `${PROFILE} WHERE d.environment_id = :environmentId AND d.user_id = :userId AND ${inOrder}`,
  params: { ...page, userId: chosenId },
  row: profileRow,
});
// Each branch goes through an index of its own: a text in the middle would have to be looked for in every device.
const idsBeginning = (column: string): string =>
  `SELECT listing_id FROM devices WHERE environment_id = :environmentId AND ${column} >= :from AND ${column} < :to`;
const BEGINNING = statement({
  sql: `${PROFILE} WHERE d.environment_id = :environmentId AND d.listing_id IN (
      ${['device_id', 'anonymous_id', 'user_id'].map(idsBeginning).join(' UNION ')})
    AND (:userId IS NULL OR d.user_id = :userId) AND ${inOrder}`,
  params: { ...page, from: text, to: text, userId: nullable(chosenId) },
  row: profileRow,
});

/** Sorts behind every text that begins with what stands before it. */
const LAST_CHARACTER = '\u{10ffff}';

export async function listDevices(db: Db, filter: DeviceFilter, request: PageRequest): Promise<Page<ListedDevice>> {
  const { environmentId, search, userId } = filter;
  const asked = { environmentId, cursor: cursorOf(request), limit: request.limit + 1 };
  const from = search?.toWellFormed() ?? '';
  const rows =
    from !== ''
      ? await db.all(BEGINNING, { ...asked, from, to: from + LAST_CHARACTER, userId: userId ?? null })
      : userId === undefined
        ? await db.all(LIST, asked)
        : await db.all(OF_USER, { ...asked, userId });
  const devices = rows.map((row) => ({ id: row.listingId, ...readProfile(environmentId, row) }));
  return pageOf(devices, request);
}
