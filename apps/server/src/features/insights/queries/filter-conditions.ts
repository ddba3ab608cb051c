import { QueryRejected } from '../../../analytics/analytics-store.ts';
import type { ReleaseKey } from '../../../analytics/release-key.ts';
import type { InsightField } from './insight-field.ts';
import type { FilterValue, InsightFilter } from './insight-params.ts';

/** A condition on `events AS ev`. */
export interface FilterSql {
  readonly sql: string;
  /** Needs the person: see persons.ts of the engine. */
  readonly isPerson: boolean;
}

export type Comparison = '>' | '>=' | '<' | '<=';

/** How an engine writes what filters ask. A condition about NULL may be NULL, unless it says otherwise. */
export interface FilterDialect {
  readonly field: (name: string, at: string) => InsightField;
  isMissing(text: string): string;
  isPresent(text: string): string;
  /** Also of a condition that is NULL. */
  isNotTrue(condition: string): string;
  isAny(conditions: readonly string[]): string;
  textIsIn(text: string, values: readonly string[]): string;
  numberIsIn(number: string, values: readonly number[]): string;
  booleanIsIn(boolean: string, values: readonly boolean[]): string;
  timeIsIn(time: string, valuesMs: readonly number[]): string;
  /** One of these texts is an element, or what stands before the colon of one. */
  listHas(list: string, values: readonly string[]): string;
  textHolds(text: string, part: string): string;
  /** An element has this text in it. */
  listHolds(list: string, part: string): string;
  compareTexts(text: string, comparison: Comparison, value: string): string;
  compareNumbers(number: string, comparison: Comparison, value: number): string;
  compareTimes(time: string, comparison: Comparison, valueMs: number): string;
  isOfRelease(release: ReleaseKey): string;
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** `at` names the filters' place in the query. */
export const filterConditions =
  (dialect: FilterDialect) =>
  (filters: readonly InsightFilter[], at: string): readonly FilterSql[] =>
    filters.map((filter, index) => {
      const field = dialect.field(filter.field, `${at}.${index}.field`);
      return { sql: new Condition(dialect, field, `${at}.${index}.value`).of(filter), isPerson: field.isPerson };
    });

class Condition {
  readonly #dialect: FilterDialect;
  readonly #field: InsightField;
  readonly #at: string;

  constructor(dialect: FilterDialect, field: InsightField, at: string) {
    this.#dialect = dialect;
    this.#field = field;
    this.#at = at;
  }

  /** What excludes a value also holds for events that have none. */
  of(filter: InsightFilter): string {
    const dialect = this.#dialect;
    switch (filter.op) {
      case 'is_null':
        return dialect.isMissing(this.#field.text);
      case 'is_not_null':
        return dialect.isPresent(this.#field.text);
      case 'eq':
        return this.#isOneOf([filter.value], filter.releases);
      case 'neq':
        return dialect.isNotTrue(this.#isOneOf([filter.value], filter.releases));
      case 'in':
        return this.#isOneOf(filter.value, filter.releases);
      case 'not_in':
        return dialect.isNotTrue(this.#isOneOf(filter.value, filter.releases));
      case 'contains':
        return this.#holds(filter.value);
      case 'not_contains':
        return dialect.isNotTrue(this.#holds(filter.value));
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return this.#compares(comparisons[filter.op], filter.value);
    }
  }

  #isOneOf(values: readonly FilterValue[], releases: readonly ReleaseKey[] = []): string {
    return this.#dialect.isAny([this.#isIn(values), ...releases.map((release) => this.#dialect.isOfRelease(release))]);
  }

  #isIn(values: readonly FilterValue[]): string {
    const [field, dialect] = [this.#field, this.#dialect];
    switch (field.kind) {
      case 'text':
        return dialect.textIsIn(field.text, values.map(String));
      case 'time':
        return dialect.timeIsIn(
          field.time,
          values.map((value) => this.#timeOf(value)),
        );
      case 'list':
        return dialect.listHas(field.list, values.map(String));
      case 'json':
        return this.#jsonIsIn(field, values);
    }
  }

  /** A text is compared with the value's text, so that "5" finds 5 as well; a number only with numbers. */
  #jsonIsIn(field: Extract<InsightField, { kind: 'json' }>, values: readonly FilterValue[]): string {
    const texts = values.filter((value) => typeof value === 'string');
    const numbers = values.filter((value) => typeof value === 'number');
    const booleans = values.filter((value) => typeof value === 'boolean');
    return this.#dialect.isAny([
      ...(texts.length === 0 ? [] : [this.#dialect.textIsIn(field.text, texts)]),
      ...(numbers.length === 0 ? [] : [this.#dialect.numberIsIn(field.number, numbers)]),
      ...(booleans.length === 0 ? [] : [this.#dialect.booleanIsIn(field.boolean, booleans)]),
    ]);
  }

  #holds(value: FilterValue): string {
    const field = this.#field;
    if (field.kind === 'time') throw new QueryRejected(this.#at, 'does not go with a time: compare it');
    if (field.kind === 'list') return this.#dialect.listHolds(field.list, String(value));
    return this.#dialect.textHolds(field.text, String(value));
  }

  #compares(comparison: Comparison, value: FilterValue): string {
    const field = this.#field;
    if (field.kind === 'time') return this.#dialect.compareTimes(field.time, comparison, this.#timeOf(value));
    if (field.kind === 'json' && typeof value === 'number') {
      return this.#dialect.compareNumbers(field.number, comparison, value);
    }
    if (field.kind === 'list' || typeof value !== 'string') {
      throw new QueryRejected(this.#at, field.kind === 'json' ? 'must be a number or a text' : 'must be a text');
    }
    return this.#dialect.compareTexts(field.text, comparison, value);
  }

  #timeOf(value: FilterValue): number {
    if (typeof value !== 'number') throw new QueryRejected(this.#at, 'must be a time');
    return value;
  }
}
