import { osSpellings } from '../../os-spellings.ts';

const known = (column: string): string =>
  `CASE lower(${column}) ${Object.entries(osSpellings)
    .map(([name, spelling]) => `WHEN '${name}' THEN '${spelling}'`)
    .join(' ')} END`;

/**
 * Name and version of the operating system that a row speaks of; NULL where it says neither. Metrics and crashes have no
 * name of it, so a platform that is one counts before `os_name`: all rows of a device get one label.
 */
export function osLabel(table: 'events' | 'metrics' | 'crashes'): string {
  const version = `nullif(os_version, '')`;
  const platform = `nullif(platform, '')`;
  const names = [known('platform'), ...(table === 'events' ? [known('os_name'), `nullif(os_name, '')`] : [])];
  // A platform alone says nothing of the system; it only tells versions apart.
  const withoutVersion = table === 'events' ? `CASE WHEN os_name <> '' THEN coalesce(${names.join(', ')}) END` : 'NULL';
  return `CASE WHEN ${version} IS NULL THEN ${withoutVersion}
    ELSE concat_ws(' ', coalesce(${[...names, platform].join(', ')}), ${version}) END`;
}
