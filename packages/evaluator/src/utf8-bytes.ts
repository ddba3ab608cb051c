const REPLACEMENT = 0xfffd;
const SCRATCH_UNITS = 1024;
const scratch = new Uint8Array(SCRATCH_UNITS * 3);

export interface Utf8Bytes {
  /** Good until the next call: short texts share one array, so that encoding an id allocates nothing. */
  bytes: Uint8Array;
  byteLength: number;
}

const shared: Utf8Bytes = { bytes: scratch, byteLength: 0 };

/** UTF-8 as TextEncoder writes it, for platforms that have none. A surrogate without its other half becomes U+FFFD. */
export function utf8Bytes(text: string): Utf8Bytes {
  const bytes = text.length <= SCRATCH_UNITS ? scratch : new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes[length++] = unit;
    else if (unit < 0x800) {
      bytes[length++] = 0xc0 | (unit >> 6);
      bytes[length++] = 0x80 | (unit & 0x3f);
    } else {
      const point = wellFormedPointAt(text, index);
      if (point > 0xffff) {
        index += 1;
        bytes[length++] = 0xf0 | (point >> 18);
        bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
      } else bytes[length++] = 0xe0 | (point >> 12);
      bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[length++] = 0x80 | (point & 0x3f);
    }
  }
  shared.bytes = bytes;
  shared.byteLength = length;
  return shared;
}

function wellFormedPointAt(text: string, index: number): number {
  const point = text.codePointAt(index) ?? REPLACEMENT;
  return point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
}
