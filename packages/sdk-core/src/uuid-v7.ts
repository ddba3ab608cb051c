/** Of a number in [0, 1), the first 48 bits. */
const hex = (fraction: number): string =>
  Math.floor(fraction * 2 ** 48)
    .toString(16)
    .padStart(12, '0');

/** RFC 9562: 48 bits of time, 72 random ones. `random` is in [0, 1). */
export function uuidV7(atMs: number, random: () => number): string {
  const digits = hex(atMs / 2 ** 48) + hex(random()) + hex(random());
  return digits.replace(/(.{8})(.{4})(.{3})(.{3})(.{12}).*/, '$1-$2-7$3-8$4-$5');
}
