import { type SettingRow, settingsTable } from './settings-table.ts';

/** What `lamppost --help` prints. */
export function describeUse(): string {
  const rows: SettingRow[] = Object.values(settingsTable);
  const options = rows.filter(({ option }) => option !== undefined);
  return [
    'lamppost serve [options]   start the server',
    'lamppost restore --from <backup> --data-dir <dir>   restore a backup (a folder, or s3:<name>) into a new data directory',
    'lamppost drain --data-dir <dir>   send the remaining event log of a server that no longer runs to ClickHouse',
    'lamppost migrate --to clickhouse|embedded   migrate a stopped server to ClickHouse and PostgreSQL, or back',
    'lamppost reset-password --email <email>   reset the password of a member while the server is stopped',
    '',
    'Options',
    ...options.map((row) => `  ${`--${row.option} <value>`.padEnd(24)}${row.sentence}${defaultOf(row)}`),
    `  ${'--version'.padEnd(24)}print the version`,
    `  ${'--help'.padEnd(24)}print this`,
    '',
    'Settings from the environment',
    ...rows.map((row) => `  ${row.variable.padEnd(24)}${row.sentence}${defaultOf(row)}`),
    '',
  ].join('\n');
}

const defaultOf = (row: SettingRow): string =>
  row.default === undefined || row.default === '' ? '' : ` (${row.default})`;
