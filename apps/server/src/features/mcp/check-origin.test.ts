import { expect, test } from 'vitest';
import { checkOrigin } from './check-origin.ts';

const allowed = ['https://lamppost.example/', 'https://tools.example'];
const cases: [origin: string | undefined, isAllowed: boolean][] = [
  [undefined, true],
  ['https://lamppost.example', true],
  ['https://tools.example', true],
  ['http://localhost:6274', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://lamppost.example', false],
  ['https://lamppost.example.evil.example', false],
  ['https://localhost.evil.example', false],
  ['https://127.0.0.1.evil.example', false],
  ['null', false],
  ['', false],
];
for (const [origin, isAllowed] of cases) {
  test(`a request from ${origin ?? 'no page'} is ${isAllowed ? 'answered' : 'refused'}`, () => {
    const check = () => checkOrigin(origin, allowed);
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow(/origin/);
  });
}
