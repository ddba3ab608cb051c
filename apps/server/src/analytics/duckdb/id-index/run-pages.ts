import { crc32 } from 'node:zlib';

/**
 * The page of a run: up to 511 hashes in ascending order, each as two little-endian words (low, high), then how many they
 * are, then the CRC-32 of everything before it.
 */
export const PAGE_BYTES = 4_096;
export const IDS_PER_PAGE = 511;
const WORDS = PAGE_BYTES / 4;
const COUNT_WORD = WORDS - 2;
const CRC_WORD = WORDS - 1;

/** What stands on disk is not what was written. */
export class RunDamaged extends Error {
  override readonly name = 'RunDamaged';
}

/** Completes the page: its hashes are in place already. */
export function sealPage(page: Uint32Array, count: number): void {
  page[COUNT_WORD] = count;
  page[CRC_WORD] = checksumOf(page);
}

/** Throws when it is damaged. */
export function checkPage(page: Uint32Array): void {
  const count = countOf(page);
  if (count === 0 || count > IDS_PER_PAGE || page[CRC_WORD] !== checksumOf(page)) {
    throw new RunDamaged('a page of stored ids has a wrong checksum');
  }
}

/** How many hashes it has. */
export const countOf = (page: Uint32Array): number => page[COUNT_WORD] as number;

/** Whether the page, which was checked, has the hash. */
export function pageHas(page: Uint32Array, low: number, high: number): boolean {
  let [from, to] = [0, countOf(page)];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const [l, h] = [page[2 * middle] as number, page[2 * middle + 1] as number];
    if (h === high && l === low) return true;
    if (h < high || (h === high && l < low)) from = middle + 1;
    else to = middle;
  }
  return false;
}

const checksumOf = (page: Uint32Array): number =>
  crc32(new Uint8Array(page.buffer, page.byteOffset, PAGE_BYTES - 4)) >>> 0;
