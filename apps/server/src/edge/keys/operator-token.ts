import { createHash } from 'node:crypto';
import { type RandomBytes, randomBase62 } from '../../control/base62.ts';

const SHAPE = /^lpop_[\w-]{43}$/;

export function mintOperatorToken(random?: RandomBytes): string {
  return `lpop_${randomBase62(43, random)}`;
}

export function isOperatorToken(text: string): boolean {
  return SHAPE.test(text);
}

/** What is kept of a token. */
export function hashOperatorToken(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
