import { expect, test } from 'vitest';
import { hashJoined, hashPrefix, hashSuffix, murmurHash3 } from './murmur-hash3.ts';

/** The algorithm as published, over bytes that TextEncoder made: slow, and another way to the same number. */
function reference(text: string): number {
  const bytes = new TextEncoder().encode(text);
  const scramble = (k: number) => {
    const product = Math.imul(k, 0xcc9e2d51);
    return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
  };
  let hash = 0;
  const view = new DataView(bytes.buffer);
  const whole = bytes.length - (bytes.length % 4);
  for (let at = 0; at < whole; at += 4) {
    hash ^= scramble(view.getUint32(at, true));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  hash ^= scramble(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const texts = [
  ...['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'The quick brown fox jumps over the lazy dog'],
  ...['é', 'ß—', 'aé', 'abé', '漢字', 'a漢', '😀', 'a😀b', '👩‍👩‍👧', '\u0000', '\u07ff\u0800\uffff'],
  ...['\ud800', '\udc00', 'a\ud83d', '\ude00\ud83d', '\ud83d\ud83d\ude00', 'x'.repeat(1024), 'é'.repeat(5000)],
];

for (const text of texts) {
  const shown = JSON.stringify(text.length > 50 ? `${text.slice(0, 3)}… (${text.length})` : text);
  test(`the hash of ${shown} is that of its UTF-8 bytes`, () => expect(murmurHash3(text)).toBe(reference(text)));
}

test('a prefix and a suffix hash like the text that they make, wherever the suffix begins in a block', () => {
  for (const prefix of texts) {
    for (const suffix of [':', ':r', ':é', ':r-1', ':variant:é', ':11111111-1111-4111-8111-111111111111']) {
      expect(hashJoined(hashPrefix(prefix), hashSuffix(suffix))).toBe(reference(prefix + suffix));
    }
  }
});
