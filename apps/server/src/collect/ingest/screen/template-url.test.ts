import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { templateUrl } from './template-url.ts';

const file = new URL('../../../../../../spec/cases/requests/addresses.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
  cases: { name: string; url: string; expected: string }[];
};
for (const { name, url, expected } of cases)
  test(`templateUrl: ${name}`, () => expect(templateUrl(url)).toBe(expected));
