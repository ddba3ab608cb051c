import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { membersOf } from '../members.ts';

/** A list that may be anything. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Attributes as an object; their names keep the dots. */
export function attributesOf(holder: unknown): JsonObject {
  const pairs = listOf(membersOf(holder).attributes).filter(isJsonObject);
  return Object.fromEntries(pairs.map(({ key, value }) => [String(key ?? ''), plainValue(value)]));
}

/** A value of OTLP as plain JSON. */
export function plainValue(value: unknown): unknown {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = membersOf(value);
  if (arrayValue !== undefined) return listOf(membersOf(arrayValue).values).map(plainValue);
  if (kvlistValue !== undefined) return attributesOf({ attributes: membersOf(kvlistValue).values });
  // Written as text where a number would lose digits.
  if (typeof intValue === 'string' && Number.isSafeInteger(Number(intValue))) return Number(intValue);
  return stringValue ?? boolValue ?? intValue ?? doubleValue ?? bytesValue ?? null;
}

/** Nanoseconds since 1970, as ISO; absent for 0 and what is no time. */
export function isoOfNanos(nanos: unknown): string | undefined {
  const ms = msOfNanos(nanos);
  return ms === undefined || ms <= 0 || ms > MAX_MS ? undefined : new Date(ms).toISOString();
}

const MAX_MS = 8_640_000_000_000_000;

export function msOfNanos(nanos: unknown): number | undefined {
  if (typeof nanos === 'number' && Number.isFinite(nanos)) return nanos / 1e6;
  if (typeof nanos !== 'string' || !/^\d{1,20}$/.test(nanos)) return undefined;
  const value = BigInt(nanos);
  return Number(value / 1_000_000n) + Number(value % 1_000_000n) / 1e6;
}
