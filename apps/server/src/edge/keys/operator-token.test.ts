import { expect, test } from 'vitest';
import { hashOperatorToken, isOperatorToken, mintOperatorToken } from './operator-token.ts';

test('a minted token has the shape of a token and is like no other', () => {
  expect(isOperatorToken(mintOperatorToken())).toBe(true);
  expect(mintOperatorToken()).not.toBe(mintOperatorToken());
});

const refused: Record<string, string> = {
  'too short': `lpop_${'a'.repeat(42)}`,
  'too long': `lpop_${'a'.repeat(44)}`,
  'a character that is not allowed': `lpop_${'a'.repeat(42)}!`,
  'a project key': `lp_sec_production_${'a'.repeat(43)}`,
  'a line break at the end': `lpop_${'a'.repeat(43)}\n`,
};
for (const [name, text] of Object.entries(refused)) {
  test(`isOperatorToken refuses: ${name}`, () => expect(isOperatorToken(text)).toBe(false));
}

test('hashOperatorToken is the SHA-256 in hexadecimal', () => {
  expect(hashOperatorToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
