import type { Platform } from './platform.ts';

/** Of a number in [0, 1), the first 48 bits: 12 digits behind a leading one. */
const hex = (fraction: number): string => ((1 + fraction) * 2 ** 48).toString(16);

/** RFC 9562: 48 bits of time, 72 random ones. */
export function uuidV7({ now, random }: Pick<Platform, 'now' | 'random'>): string {
  const time = hex(now() / 2 ** 48);
  const some = hex(random());
  return `${time.slice(1, 9)}-${time.slice(9, 13)}-7${some.slice(1, 4)}-8${some.slice(4, 7)}-${hex(random()).slice(1, 13)}`;
}
