import { MAX_VERSION_LENGTH, releasePlatformNames } from '../../release-key.ts';
import { quoted } from '../sql-text.ts';

const places = Object.entries(releasePlatformNames).map(
  ([platform, names]) => `WHEN lower(platform) IN (${names.map(quoted).join(', ')}) THEN ${quoted(platform)}`,
);

/** The platform of a release that a row with a column `platform` belongs to; NULL for none. */
const RELEASE_PLATFORM = `CASE ${places.join(' ')} END`;

/** `ios 4.12.0`, as releaseValue writes it; NULL when the row belongs to no release. The first blank ends the platform. */
export const RELEASE_VALUE = `CASE WHEN app_version <> '' THEN ${RELEASE_PLATFORM} || ' ' || app_version END`;

/**
 * Whether a value has something like a version in it: short, with a digit. What is not, such as a placeholder that a
 * build left in, makes no release. Apart from the value, since a pattern takes long for every row.
 */
export const isRelease = (value: string): string => `length(${value}) - instr(${value}, ' ') <= ${MAX_VERSION_LENGTH}
  AND regexp_matches(${value}, '^[a-z]+ [^[:cntrl:]{}$]*[0-9][^[:cntrl:]{}$]*$')`;
