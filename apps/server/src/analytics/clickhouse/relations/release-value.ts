import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { releasePlatformNames } from '../../release-key.ts';

const places = Object.entries(releasePlatformNames).map(
  ([platform, names]) => `has(${texts(names)}, lowerUTF8(ifNull(platform, ''))), ${quoted(platform)}`,
);

/** The platform of a release that a row with a column `platform` belongs to; NULL for none. */
const RELEASE_PLATFORM = `multiIf(${places.join(', ')}, NULL)`;

/** `ios 4.12.0`, as releaseValue writes it; NULL when the row belongs to no release. The first blank ends the platform. */
export const RELEASE_VALUE = `CAST(if(app_version != '', concat(${RELEASE_PLATFORM}, ' ', app_version), NULL) AS Nullable(String))`;
