import { MOST_VERSION_LENGTH, releasePlatformNames } from '../../../analytics/queries/releases.ts';
import { quoted } from './sql-text.ts';

const places = Object.entries(releasePlatformNames).map(
  ([platform, names]) => `WHEN lower(platform) IN (${names.map(quoted).join(', ')}) THEN ${quoted(platform)}`,
);

/** The platform of a release that a row with a column `platform` belongs to; NULL for none. */
const RELEASE_PLATFORM = `CASE ${places.join(' ')} END`;

/** Something like a version: short, with a digit. What is not, such as a placeholder that a build left in, makes no release. */
const IS_VERSION = `length(app_version) <= ${MOST_VERSION_LENGTH}
  AND regexp_matches(app_version, '^[^[:cntrl:]{}$]*[0-9][^[:cntrl:]{}$]*$')`;

/** `ios 4.12.0`, as releaseValue writes it; NULL when the row belongs to no release. The first blank ends the platform. */
export const RELEASE_VALUE = `CASE WHEN ${IS_VERSION} THEN ${RELEASE_PLATFORM} || ' ' || app_version END`;
