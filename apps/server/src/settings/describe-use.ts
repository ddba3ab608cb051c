import { type SettingRow, settingsTable } from './settings-table.ts';

/** What `lamppost --help` prints. */
export function describeUse(): string {
  const rows: SettingRow[] = Object.values(settingsTable);
  const options = rows.filter(({ option }) => option !== undefined);
  return [
    'lamppost serve [options]   start the server',
    'lamppost restore --from <backup> --data-dir <dir>   make a new data directory of a backup: a folder, or s3:<name>',
    'lamppost drain --data-dir <dir>   send what an edge that runs no more has left in its event log to ClickHouse',
    'lamppost migrate --to clickhouse|embedded   move a stopped server to ClickHouse and PostgreSQL, or back',
    'lamppost reset-password --email <email>   give a member a new password, while the server is stopped',
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
