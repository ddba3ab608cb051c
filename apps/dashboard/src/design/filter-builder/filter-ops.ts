export type FilterOp =
  | 'eq'
  | 'neq'
  | 'in'
  | 'not_in'
  | 'contains'
  | 'not_contains'
  | 'matches'
  | 'not_matches'
  | 'includes'
  | 'excludes'
  | 'before'
  | 'after'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'is_null'
  | 'is_not_null';

export type FilterValue = string | number | boolean | readonly (string | number)[] | null;

export interface Filter {
  readonly field: string;
  readonly op: FilterOp;
  readonly value?: FilterValue | undefined;
}

/** Filters of which one must hold, or all must. */
export interface FilterGroup {
  readonly op: 'any' | 'all';
  readonly filters: readonly Filter[];
}

export type FilterItem = Filter | FilterGroup;

export const isGroup = (item: FilterItem): item is FilterGroup => 'filters' in item;

export interface OpWords {
  readonly op: FilterOp;
  readonly words: string;
  readonly takes: 'one' | 'many' | 'number' | 'nothing';
}

export const filterOps: readonly OpWords[] = [
  { op: 'eq', words: 'is', takes: 'one' },
  { op: 'neq', words: 'is not', takes: 'one' },
  { op: 'in', words: 'is one of', takes: 'many' },
  { op: 'not_in', words: 'is none of', takes: 'many' },
  { op: 'contains', words: 'contains', takes: 'one' },
  { op: 'not_contains', words: 'does not contain', takes: 'one' },
  { op: 'matches', words: 'matches regex', takes: 'one' },
  { op: 'not_matches', words: 'does not match regex', takes: 'one' },
  { op: 'includes', words: 'list includes', takes: 'many' },
  { op: 'excludes', words: 'list excludes', takes: 'many' },
  { op: 'before', words: 'is before', takes: 'one' },
  { op: 'after', words: 'is after', takes: 'one' },
  { op: 'gt', words: 'is more than', takes: 'number' },
  { op: 'gte', words: 'is at least', takes: 'number' },
  { op: 'lt', words: 'is less than', takes: 'number' },
  { op: 'lte', words: 'is at most', takes: 'number' },
  { op: 'is_not_null', words: 'is set', takes: 'nothing' },
  { op: 'is_null', words: 'is not set', takes: 'nothing' },
];

export function opWords(op: FilterOp): OpWords {
  const found = filterOps.find((candidate) => candidate.op === op);
  if (found === undefined) throw new Error(`There is no filter operation "${op}".`);
  return found;
}

/** The same filter with another operation; what was said as a value is kept where it still fits. */
export function withOp(filter: Filter, op: FilterOp): Filter {
  const { takes } = opWords(op);
  if (takes === 'nothing') return { field: filter.field, op };
  const first = Array.isArray(filter.value) ? filter.value[0] : filter.value;
  if (takes === 'many') {
    const many = Array.isArray(filter.value) ? filter.value : isGiven(first) ? [String(first)] : [];
    return { field: filter.field, op, value: many };
  }
  if (takes === 'number') {
    const number = Number(first);
    return { field: filter.field, op, value: isGiven(first) && Number.isFinite(number) ? number : '' };
  }
  return { field: filter.field, op, value: (first as FilterValue | undefined) ?? '' };
}

/** Numbers and truths are typed as words but are not words: `price is 5`, `trial is true`. */
export function readTypedValue(
  text: string,
  type: 'string' | 'number' | 'boolean' | undefined,
): string | number | boolean {
  if (type === 'boolean') return text === 'true';
  const number = Number(text);
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** Whether it can be asked: a filter that is still being written is left out of the query. */
export function isComplete(filter: Filter): boolean {
  if (filter.field === '') return false;
  const { takes } = opWords(filter.op);
  if (takes === 'nothing') return true;
  if (takes === 'many') return Array.isArray(filter.value) && filter.value.length > 0;
  if (takes === 'number') return typeof filter.value === 'number' || isDateText(filter.value);
  return isGiven(filter.value);
}

export function filterSentence(filter: Filter): string {
  const { words, takes } = opWords(filter.op);
  if (takes === 'nothing') return `${filter.field} ${words}`;
  const value = Array.isArray(filter.value) ? filter.value.join(', ') : String(filter.value ?? '');
  return `${filter.field} ${words} ${value === '' ? '…' : value}`;
}

/** Those that can be asked, groups without the rest of theirs. */
export function completeItems(items: readonly FilterItem[]): readonly FilterItem[] {
  return items.flatMap((item): readonly FilterItem[] => {
    if (!isGroup(item)) return isComplete(item) ? [item] : [];
    const filters = item.filters.filter(isComplete);
    return filters.length === 0 ? [] : [{ ...item, filters }];
  });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isDateText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && !Number.isNaN(Date.parse(value));
