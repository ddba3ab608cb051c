import { expect, test } from 'vitest';
import { isSameInstallation } from './installed-as-locked.mjs';

const a = 'node_modules/a';
const cases = [
  {
    name: 'the same packages',
    locked: { [a]: { version: '1.0.0' } },
    installed: { [a]: { version: '1.0.0' } },
    expected: true,
  },
  {
    name: 'another version',
    locked: { [a]: { version: '1.0.1' } },
    installed: { [a]: { version: '1.0.0' } },
    expected: false,
  },
  { name: 'one is missing', locked: { [a]: { version: '1.0.0' } }, installed: {}, expected: false },
  {
    name: 'an optional one is missing',
    locked: { [a]: { version: '1.0.0', optional: true } },
    installed: {},
    expected: true,
  },
  { name: 'one too many', locked: {}, installed: { [a]: { version: '1.0.0' } }, expected: false },
  {
    name: 'an optional one that the lockfile does not know',
    locked: {},
    installed: { [a]: { version: '1.0.0', optional: true } },
    expected: true,
  },
  {
    name: 'the workspaces themselves',
    locked: { '': {}, 'apps/server': { version: '1.0.0' } },
    installed: {},
    expected: true,
  },
];

for (const { name, locked, installed, expected } of cases) {
  test(`isSameInstallation: ${name}`, () =>
    expect(isSameInstallation({ packages: { ...locked } }, { packages: { ...installed } })).toBe(expected));
}
