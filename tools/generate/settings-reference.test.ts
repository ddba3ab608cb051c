import { expect, test } from 'vitest';
import { settingsReference } from './settings-reference.mjs';

const lineOf = (row: Parameters<typeof settingsReference>[0][string]): string =>
  settingsReference({ it: row })
    .split('\n')
    .find((line) => line.includes(row.variable)) ?? '';

test('a setting shows its variable, option, type, default and sentence', () => {
  const row = { variable: 'LP_PORT', type: 'integer', default: '8080', option: 'port', sentence: 'Port to listen on' };
  expect(lineOf(row)).toBe('| `LP_PORT`, `--port` | integer | `8080` | Port to listen on |');
});

test('a setting without option and default says so', () => {
  expect(lineOf({ variable: 'LP_X', type: 'text', sentence: 'X' })).toBe('| `LP_X` | text | – | X |');
});

test('a bar in a sentence does not end the cell', () => {
  expect(lineOf({ variable: 'LP_X', type: 'text', sentence: 'a|b' })).toBe('| `LP_X` | text | – | a\\|b |');
});
