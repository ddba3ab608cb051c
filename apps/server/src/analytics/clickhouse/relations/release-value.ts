import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { MAX_VERSION_LENGTH, releasePlatformNames } from '../../release-key.ts';

const names = Object.entries(releasePlatformNames).flatMap(([platform, own]) =>
  own.map((name) => ({ name, platform })),
);

/** The platform of a release that a row with a column `platform` belongs to; NULL for none. Computed once for each label. */
const RELEASE_PLATFORM = `transform(lowerUTF8(platform), ${texts(names.map(({ name }) => name))},
  ${texts(names.map(({ platform }) => platform))}, NULL)`;

/** `ios 4.12.0`, as releaseValue writes it; NULL when the row belongs to no release. The first blank ends the platform. */
export const RELEASE_VALUE = `if(app_version <> '', ${RELEASE_PLATFORM} || ' ' || app_version, NULL)`;

const PATTERN = quoted('^[a-z]+ [^[:cntrl:]{}$]*[0-9][^[:cntrl:]{}$]*$');

/**
 * Whether a value has something like a version in it: short, with a digit. What is not, such as a placeholder that a
 * build left in, makes no release. Apart from the value, since a pattern takes long for every row: to be asked of
 * `any(value)` of a group, since ClickHouse would ask what is only about the key of every row.
 */
export const isRelease = (value: string): string =>
  `(lengthUTF8(${value}) - positionUTF8(${value}, ' ') <= ${MAX_VERSION_LENGTH} AND match(${value}, ${PATTERN}))`;
