import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RandomBytes, randomBase62, toBase62 } from '../../control/base62.ts';
import type { KeyKind } from './key-kinds.ts';

/**
 * `lp_{pub|sec|dev}_{environment slug}_{secret}`: four parts between underscores.
 * The secret is 43 random characters (256 bits) and 6 that are the CRC-32, in base 62, of everything before them:
 * a mistyped key is known as such without a look-up.
 */
const SHAPE = /^lp_(pub|sec|dev)_([a-z][a-z0-9-]{0,31})_([0-9A-Za-z]{32,})$/;
const ENVIRONMENT_SLUG = /^[a-z][a-z0-9-]{0,31}$/;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const MAX_KEY_LENGTH = 256;

const PREFIXES = { publishable: 'pub', secret: 'sec', dev: 'dev' } as const satisfies Record<KeyKind, string>;
const KINDS: Readonly<Record<string, KeyKind>> = { pub: 'publishable', sec: 'secret', dev: 'dev' };

export interface ParsedKey {
  readonly kind: KeyKind;
  readonly environmentSlug: string;
}

export function mintKey(kind: KeyKind, environmentSlug: string, random?: RandomBytes): string {
  if (!ENVIRONMENT_SLUG.test(environmentSlug)) {
    throw new Error(`"${environmentSlug}" cannot be part of a key: it is not an environment slug.`);
  }
  const beforeChecksum = `lp_${PREFIXES[kind]}_${environmentSlug}_${randomBase62(RANDOM_LENGTH, random)}`;
  return beforeChecksum + checksum(beforeChecksum);
}

/** Undefined when the text does not have the shape of a key. */
export function parseKey(text: string): ParsedKey | undefined {
  if (text.length > MAX_KEY_LENGTH) return undefined;
  const match = SHAPE.exec(text);
  const kind = KINDS[match?.[1] ?? ''];
  const environmentSlug = match?.[2];
  if (kind === undefined || environmentSlug === undefined) return undefined;
  return { kind, environmentSlug };
}

/** Whether a key of right shape is one that was minted here; false tells a typo, or a key that was given at the first start. */
export function hasKeyChecksum(text: string): boolean {
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

export interface KeptKey {
  readonly hash: string;
  readonly hint: string;
  /** The key itself when it is no secret: a publishable key stands in every app that uses it. */
  readonly text: string | null;
}

/** What is kept of a key, by which it is known again. Only a publishable key can be read back. */
export function keepKey(kind: KeyKind, text: string): KeptKey {
  return { hash: hashKey(text), hint: keyHint(text), text: kind === 'publishable' ? text : null };
}

/** A key has 256 random bits, so a plain digest cannot be searched back. */
export function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The last characters, to tell keys apart in a list. */
export function keyHint(text: string): string {
  return text.slice(-4);
}

function checksum(beforeChecksum: string): string {
  return toBase62(crc32(beforeChecksum), CHECKSUM_LENGTH);
}
