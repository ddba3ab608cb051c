import { utf8Bytes } from './utf8-bytes.ts';

/** A text that many hashes begin with, taken up once. `rest` are the bytes behind its last whole block, lowest first. */
export interface HashPrefix {
  readonly text: string;
  readonly hash: number;
  readonly rest: number;
  readonly byteLength: number;
}

/**
 * A text that many hashes end with. Its blocks depend on where in a block of four it begins, so there are four forms;
 * none for a text of less than four bytes, which cannot be sure to complete a block.
 */
export interface HashSuffix {
  readonly text: string;
  readonly forms: readonly SuffixForm[];
}

interface SuffixForm {
  /** Completes the block that the prefix began, in its place within that block. */
  readonly head: number;
  /** Whole blocks, scrambled already. */
  readonly blocks: readonly number[];
  /** What is left behind the last whole block, scrambled already. */
  readonly tail: number;
  readonly byteLength: number;
}

/** MurmurHash3 x86 32-bit of the text's UTF-8 bytes, seed 0, unsigned. */
export function murmurHash3(text: string): number {
  const { hash, rest, byteLength } = hashPrefix(text);
  return finish(hash ^ scramble(rest), byteLength);
}

export function hashPrefix(text: string): HashPrefix {
  const { bytes, byteLength } = utf8Bytes(text);
  let hash = 0;
  let at = 0;
  for (; at + 4 <= byteLength; at += 4) hash = mix(hash, scramble(blockAt(bytes, at, 4)));
  return { text, hash, rest: blockAt(bytes, at, byteLength - at), byteLength };
}

export function hashSuffix(text: string): HashSuffix {
  const { bytes, byteLength } = utf8Bytes(text);
  if (byteLength < 4) return { text, forms: [] };
  const forms = [0, 1, 2, 3].map((restBytes) => {
    const headBytes = restBytes === 0 ? 0 : 4 - restBytes;
    const blocks: number[] = [];
    let at = headBytes;
    for (; at + 4 <= byteLength; at += 4) blocks.push(scramble(blockAt(bytes, at, 4)));
    const head = blockAt(bytes, 0, headBytes) << (8 * restBytes);
    return { head, blocks, tail: scramble(blockAt(bytes, at, byteLength - at)), byteLength };
  });
  return { text, forms };
}

/** The hash of prefix and suffix as one text, without putting them together. */
export function hashJoined(prefix: HashPrefix, suffix: HashSuffix): number {
  const restBytes = prefix.byteLength & 3;
  const form = suffix.forms[restBytes];
  if (form === undefined) return murmurHash3(prefix.text + suffix.text);
  let hash = prefix.hash;
  if (restBytes !== 0) hash = mix(hash, scramble(prefix.rest | form.head));
  const { blocks } = form;
  for (let index = 0; index < blocks.length; index += 1) hash = mix(hash, blocks[index] as number);
  return finish(hash ^ form.tail, prefix.byteLength + form.byteLength);
}

function blockAt(bytes: Uint8Array, at: number, count: number): number {
  let block = 0;
  for (let index = 0; index < count; index += 1) block |= (bytes[at + index] as number) << (8 * index);
  return block;
}

function scramble(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function mix(hash: number, scrambled: number): number {
  const mixed = hash ^ scrambled;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(hash: number, byteLength: number): number {
  let mixed = hash ^ byteLength;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
