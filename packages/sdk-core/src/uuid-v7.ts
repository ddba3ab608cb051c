import type { Platform } from './platform.ts';

/** RFC 9562: 48 bits of time, 72 random ones. */
export function uuidV7({ now, random }: Pick<Platform, 'now' | 'random'>): string {
  const time = Math.floor(now()).toString(16).padStart(12, '0');
  /** `0.` and at least 12 digits of a number in [0, 1). */
  const draw = (): string => random().toString(16).padEnd(14, '0');
  const some = draw();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${some.slice(2, 5)}-8${some.slice(5, 8)}-${draw().slice(2, 14)}`;
}
