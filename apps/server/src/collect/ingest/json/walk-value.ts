import { limits } from '@lamppost/protocol';
import type { Scrubber } from '../screen/scrubber.ts';

/** What a walk met, as bits. */
export const WalkFlags = { nonFinite: 1, tooDeep: 2, longKey: 4, secret: 8 } as const;

/** Any part of a body: only its nesting and numbers beyond a double matter. */
export function walkValue(value: unknown, levels: number): number {
  if (typeof value === 'number') return value - value === 0 ? 0 : WalkFlags.nonFinite;
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return WalkFlags.tooDeep;
  let met = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'string') met |= walkValue(item, levels - 1);
    return met;
  }
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (typeof member !== 'string') met |= walkValue(member, levels - 1);
  }
  return met;
}

/** Properties of an event: their bounds, and whether anything looks like a secret. */
export function walkProperties(value: unknown, levels: number, scrubber: Scrubber): number {
  if (typeof value === 'string') return scrubber.isSecretText(value) ? WalkFlags.secret : 0;
  if (typeof value === 'number') return value - value === 0 ? 0 : WalkFlags.nonFinite;
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return WalkFlags.tooDeep;
  let met = 0;
  if (Array.isArray(value)) {
    for (const item of value) met |= walkProperties(item, levels - 1, scrubber);
    return met;
  }
  for (const key in value) {
    if (key.length > limits.keyLength) met |= WalkFlags.longKey;
    const member = (value as Record<string, unknown>)[key];
    met |=
      scrubber.isSecretKey(key) && member !== null
        ? WalkFlags.secret | walkValue(member, levels - 1)
        : walkProperties(member, levels - 1, scrubber);
  }
  return met;
}
