import { crc32 } from 'node:zlib';

export const keyKinds = ['publishable', 'secret', 'dev'] as const;
export type KeyKind = (typeof keyKinds)[number];

const KINDS: Readonly<Record<string, KeyKind>> = { pub: 'publishable', sec: 'secret', dev: 'dev' };
const SHAPE = /^lp_(pub|sec|dev)_([a-z][a-z0-9-]{0,31})_([0-9A-Za-z]{32,})$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_LENGTH = 6;

/** What a key says of itself; undefined when it is none. */
export function readKey(key: string): { kind: KeyKind; environment: string; hasChecksum: boolean } | undefined {
  const [, prefix = '', environment = ''] = SHAPE.exec(key) ?? [];
  const kind = KINDS[prefix];
  return kind && { kind, environment, hasChecksum: hasChecksum(key) };
}

/** How a kind is written in a key. */
export const keyPrefix = (kind: KeyKind): string =>
  `lp_${Object.entries(KINDS).find(([, name]) => name === kind)?.[0]}_…`;

/** Its last characters are the CRC-32 of the rest, in base 62. */
function hasChecksum(key: string): boolean {
  let rest = crc32(key.slice(0, -CHECKSUM_LENGTH));
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = `${DIGITS[rest % 62]}${text}`;
    rest = Math.floor(rest / 62);
  }
  return key.endsWith(text);
}
