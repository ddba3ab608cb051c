import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@lamppost/protocol';
import { type SettingName, type SettingRow, settingsTable } from './settings-table.ts';

/** A setting that cannot be used; the message names it and is for the person at the terminal. */
class SettingRefused extends Error {
  constructor(row: SettingRow, why: string) {
    super(`${row.variable} ${why}. ${row.sentence}.`);
    this.name = 'SettingRefused';
  }
}

type ValueOf<Row> = Row extends { type: 'integer' | 'duration' }
  ? number
  : Row extends { type: 'flag' }
    ? boolean
    : Row extends { type: 'list' }
      ? readonly string[]
      : string;

export type Settings = {
  readonly [N in SettingName]: (typeof settingsTable)[N] extends { default: string }
    ? ValueOf<(typeof settingsTable)[N]>
    : ValueOf<(typeof settingsTable)[N]> | undefined;
};

/** Options of the command line win over the environment, which wins over the defaults. An empty value is none. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string>> = {},
): Settings {
  const values = Object.entries(settingsTable).map(([name, entry]) => {
    const row: SettingRow = entry;
    const given = (row.option === undefined ? undefined : options[row.option]) ?? environment[row.variable];
    const text = given === undefined || given === '' ? row.default : given;
    return [name, text === undefined ? undefined : readValue(row, text)];
  });
  return Object.fromEntries(values) as Settings;
}

function readValue(row: SettingRow, text: string): string | number | boolean | string[] {
  switch (row.type) {
    case 'integer':
      if (!/^\d{1,15}$/.test(text)) throw new SettingRefused(row, `must be a whole number, not "${text}"`);
      if (Number(text) < (row.min ?? 0)) throw new SettingRefused(row, `must be at least ${row.min}, not ${text}`);
      if (Number(text) > (row.max ?? Infinity))
        throw new SettingRefused(row, `must be at most ${row.max}, not ${text}`);
      return Number(text);
    case 'duration':
      return readDuration(row, text);
    case 'flag':
      if (!/^(true|false|1|0|on|off|yes|no)$/i.test(text))
        throw new SettingRefused(row, `must be true or false, not "${text}"`);
      return /^(true|1|on|yes)$/i.test(text);
    case 'list':
      return readList(row, text);
    case 'url':
      return readUrl(row, text);
    case 'text':
      return text;
  }
}

function readList(row: SettingRow, text: string): string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const { choices } = row;
  const odd = choices === undefined ? undefined : items.find((item) => !choices.includes(item));
  if (odd !== undefined) throw new SettingRefused(row, `must be a list of ${choices?.join(', ')}, not "${odd}"`);
  return items;
}

/** The message does not repeat the URL: it may hold a password. */
function readUrl(row: SettingRow, text: string): string {
  const schemes = row.schemes ?? [];
  const allowed = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new SettingRefused(row, `must be a URL that starts with ${allowed}`);
  if (!schemes.includes(url.protocol.slice(0, -1)))
    throw new SettingRefused(row, `must start with ${allowed}, not ${url.protocol}//`);
  const fault = row.faultOf?.(url);
  if (fault !== undefined) throw new SettingRefused(row, fault);
  return text;
}

const unitMs: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** In milliseconds. */
function readDuration(row: SettingRow, text: string): number {
  if (text === '0') return 0;
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined)
    throw new SettingRefused(row, `must be a number with s, m, h or d, such as 24h, not "${text}"`);
  return Number(count) * (unitMs[unit] ?? 0);
}
