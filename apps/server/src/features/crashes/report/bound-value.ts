import { cutText } from './cut-text.ts';

const bounds = { values: 2_000, levels: 16, textLength: 1_024, keyLength: 256 } as const;

export interface BoundValue {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isCut: boolean;
}

/** A copy of free-form members that is small enough to be shown, whatever was sent. */
export function boundValue(members: Readonly<Record<string, unknown>>): BoundValue {
  let left: number = bounds.values;
  let isCut = false;
  const cut = (text: string, length: number) => {
    if (text.length > length) isCut = true;
    return cutText(text, length);
  };
  const copy = (value: unknown, level: number): unknown => {
    if (typeof value === 'string') return cut(value, bounds.textLength);
    if (typeof value !== 'object' || value === null) return value;
    if (level >= bounds.levels) {
      isCut = true;
      return null;
    }
    if (Array.isArray(value)) return take(value).map((item) => copy(item, level + 1));
    const object = value as Readonly<Record<string, unknown>>;
    const names = take(Object.keys(object));
    return Object.fromEntries(names.map((name) => [cut(name, bounds.keyLength), copy(object[name], level + 1)]));
  };
  const take = <T>(list: readonly T[]): readonly T[] => {
    const taken = list.slice(0, Math.max(0, left));
    if (taken.length < list.length) isCut = true;
    left -= taken.length;
    return taken;
  };
  return { value: copy(members, 0) as Readonly<Record<string, unknown>>, isCut };
}
