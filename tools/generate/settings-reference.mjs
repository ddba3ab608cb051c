/**
 * @typedef {{ variable: string, type: string, default?: string, option?: string, sentence: string }} SettingRow
 */

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|');

/** @param {SettingRow} row */
function settingLine({ variable, type, default: value, option, sentence }) {
  const names = option === undefined ? `\`${variable}\`` : `\`${variable}\`, \`--${option}\``;
  return `| ${names} | ${type} | ${value ? `\`${cell(value)}\`` : '–'} | ${cell(sentence)} |`;
}

/** @param {Readonly<Record<string, SettingRow>>} table */
export function settingsReference(table) {
  return [
    '# Settings',
    '',
    'Environment variables; those with a `--name` are options of `lamppost serve` as well, and the option wins. An empty value counts as none.',
    'A *flag* is `true` or `false`; a *list* is separated by commas; a *duration* is a number with `s`, `m`, `h` or `d`, such as `24h`, and `0` is none.',
    '',
    '| Setting | Type | Default | What it is |',
    '| --- | --- | --- | --- |',
    ...Object.values(table).map(settingLine),
    '',
  ].join('\n');
}
