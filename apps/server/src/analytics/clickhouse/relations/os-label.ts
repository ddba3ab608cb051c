import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { osSpellings } from '../../os-spellings.ts';

const known = (column: string): string =>
  `CASE lowerUTF8(${column}) ${Object.entries(osSpellings)
    .map(([name, spelling]) => `WHEN ${quoted(name)} THEN ${quoted(spelling)}`)
    .join(' ')} END`;

const text = (column: string): string => `nullIf(CAST(${column} AS Nullable(String)), '')`;

/**
 * Name and version of the operating system that a row speaks of; NULL where it says neither. Metrics and crashes have no
 * name of it, so a platform that is one counts before `os_name`: all rows of a device get one label.
 */
export function osLabel(table: 'events' | 'metrics' | 'crashes'): string {
  const version = text('os_version');
  const names = [known('platform'), ...(table === 'events' ? [known('os_name'), text('os_name')] : [])];
  // A platform alone says nothing of the system; it only tells versions apart.
  const withoutVersion = table === 'events' ? `if(os_name != '', coalesce(${names.join(', ')}), NULL)` : 'NULL';
  const system = `coalesce(${[...names, text('platform')].join(', ')})`;
  return `CAST(multiIf(${version} IS NULL, ${withoutVersion}, ${system} IS NULL, ${version},
    concat(${system}, ' ', ${version})) AS Nullable(String))`;
}
