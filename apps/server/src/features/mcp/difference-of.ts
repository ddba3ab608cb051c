import { isJsonObject } from '@lamppost/protocol';

export interface Difference {
  /** Such as `rules[0].percentage`. */
  readonly at: string;
  /** Absent: there was nothing. */
  readonly before?: unknown;
  /** Absent: it is removed. */
  readonly after?: unknown;
}

/** What a change would do, member by member. */
export function differenceOf(before: unknown, after: unknown, at = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differenceOf(before[name], after[name], at === '' ? name : `${at}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = Array.from({ length: Math.max(before.length, after.length) });
    return items.flatMap((_, index) => differenceOf(before[index], after[index], `${at}[${index}]`));
  }
  return [{ at, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}
