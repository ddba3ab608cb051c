import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Gives `size` random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** Bytes of 248 and above are thrown away: 248 is the largest multiple of 62 in a byte, so every letter is as likely. */
export function randomBase62(length: number, random: RandomBytes = randomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < 248) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(length, '0');
}
