import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeId } from '../../engines/sqlite/stored-text.ts';
import { PROFILE, type ProfileRow, readProfile } from './device-rows.ts';
import type { DeviceFilter, ListedDevice } from './device-store.ts';

const IN_ORDER = 'ORDER BY d.listing_id DESC LIMIT ?';
const LIST = `${PROFILE} WHERE d.environment_id = ? AND d.listing_id < ? ${IN_ORDER}`;
const OF_USER = `${PROFILE} WHERE d.environment_id = ? AND d.listing_id < ? AND d.user_id = ? ${IN_ORDER}`;
// Each branch goes through an index of its own: a text in the middle would have to be looked for in every device.
const BEGINNING = `${PROFILE} WHERE d.environment_id = ?1 AND d.listing_id < ?2 AND d.listing_id IN (
    SELECT listing_id FROM devices WHERE environment_id = ?1 AND device_id >= ?3 AND device_id < ?4
    UNION SELECT listing_id FROM devices WHERE environment_id = ?1 AND anonymous_id >= ?3 AND anonymous_id < ?4
    UNION SELECT listing_id FROM devices WHERE environment_id = ?1 AND user_id >= ?3 AND user_id < ?4)
  AND (?5 IS NULL OR d.user_id = ?5) ORDER BY d.listing_id DESC LIMIT ?6`;

/** Sorts behind every text that begins with what stands before it. */
const LAST_CHARACTER = '\u{10ffff}';

export function listDevices(sql: Sql, filter: DeviceFilter, page: PageRequest): Page<ListedDevice> {
  const { environmentId, search, userId } = filter;
  const [cursor, limit] = [cursorOf(page), page.limit + 1];
  const user = userId === undefined ? null : storeId(userId);
  const rows =
    search !== undefined && search !== ''
      ? sql.all<ProfileRow>(
          BEGINNING,
          environmentId,
          cursor,
          search.toWellFormed(),
          search.toWellFormed() + LAST_CHARACTER,
          user,
          limit,
        )
      : user === null
        ? sql.all<ProfileRow>(LIST, environmentId, cursor, limit)
        : sql.all<ProfileRow>(OF_USER, environmentId, cursor, user, limit);
  const devices = rows.map((row) => ({ id: row.listing_id, ...readProfile(environmentId, row) }));
  return pageOf(devices, page);
}
