import { QueryRejected } from '../../../analytics/analytics-store.ts';
import type { ReleaseKey } from '../../../analytics/release-key.ts';
import type { InsightField } from './insight-field.ts';
import type {
  CohortSource,
  FilterValue,
  InsightCondition,
  InsightFilter,
  InsightFilterGroup,
} from './insight-params.ts';
import { OWNER, type PersonNeeds } from './person-join.ts';

/** A condition on `events AS ev`. */
export interface FilterSql extends PersonNeeds {
  readonly sql: string;
}

/** Filters as conditions; `at` names their place in the query. */
export type WriteFilters = (filters: readonly InsightFilter[], at: string) => readonly FilterSql[];

/** The texts that are read as times: a date, with a time of day and a zone if wanted. */
export const ISO_TIME_PATTERN =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?';

type JsonField = Extract<InsightField, { kind: 'json' }>;
type Comparison = '>' | '>=' | '<' | '<=';

/** How an engine writes what filters ask. A condition about NULL may be NULL, unless it says otherwise. */
export interface FilterDialect {
  readonly field: (name: string, at: string) => InsightField;
  isMissing(text: string): string;
  isPresent(text: string): string;
  /** Also of a condition that is NULL. */
  isNotTrue(condition: string): string;
  isAny(conditions: readonly string[]): string;
  isAll(conditions: readonly string[]): string;
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
  isOneOfUsers(userIds: readonly string[]): string;
  /** The person is in the cohort. */
  isInCohort(cohort: CohortSource): string;
  /** By the rules of RE2; `.` matches no line break. */
  textMatches(text: string, pattern: string): string;
  /** Whether JSON is a list and the condition holds for one of its elements, as a field that is JSON. */
  jsonListHas(json: string, condition: (element: JsonField) => string): string;
  /** Compares what JSON says as a time: ISO 8601 in a text, or a number of milliseconds since 1970. */
  compareJsonTimes(field: JsonField, comparison: Comparison, valueMs: number): string;
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** `at` names the filters' place in the query. */
export const filterConditions =
  (dialect: FilterDialect): WriteFilters =>
  (filters, at) =>
    filters.map((filter, index) => filterSql(dialect, filter, `${at}.${index}`));

function filterSql(dialect: FilterDialect, filter: InsightFilter, at: string): FilterSql {
  if ('cohorts' in filter) return cohortCondition(dialect, filter);
  if ('filters' in filter) return groupSql(dialect, filter, at);
  const membership = membershipOf(dialect, filter);
  if (membership !== undefined) return membership;
  const field = dialect.field(filter.field, `${at}.field`);
  const sql = new Condition(dialect, field, `${at}.value`).of(filter);
  return { sql, isPerson: field.isPerson, joins: field.joins };
}

function groupSql(dialect: FilterDialect, { op, filters }: InsightFilterGroup, at: string): FilterSql {
  const parts = filters.map((part, index) => filterSql(dialect, part, `${at}.filters.${index}`));
  const conditions = parts.map(({ sql }) => sql);
  return {
    sql: op === 'any' ? dialect.isAny(conditions) : dialect.isAll(conditions),
    isPerson: parts.some(({ isPerson }) => isPerson),
    joins: parts.flatMap(({ joins = [] }) => joins),
  };
}

/** A filter whose values name sets of users that were looked up before. */
function membershipOf(dialect: FilterDialect, filter: InsightFilter): FilterSql | undefined {
  if (!('users' in filter) || filter.users === undefined) return undefined;
  const isMember = dialect.isOneOfUsers(filter.users);
  const isExcluding = filter.op === 'neq' || filter.op === 'not_in';
  return { sql: isExcluding ? dialect.isNotTrue(isMember) : isMember, isPerson: false, joins: OWNER };
}

function cohortCondition(
  dialect: FilterDialect,
  { op, cohorts }: Extract<InsightFilter, { readonly field: 'cohort' }>,
): FilterSql {
  const isIn = dialect.isAny(cohorts.map((cohort) => dialect.isInCohort(cohort)));
  return { sql: op === 'in_cohorts' ? isIn : dialect.isNotTrue(isIn), isPerson: true };
}

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
  of(filter: InsightCondition): string {
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
      case 'matches':
        return this.#matches(filter.pattern);
      case 'not_matches':
        return dialect.isNotTrue(this.#matches(filter.pattern));
      case 'includes':
        return this.#includes(filter.value);
      case 'excludes':
        return dialect.isNotTrue(this.#includes(filter.value));
      case 'before':
        return this.#isTime('<', filter.valueMs);
      case 'after':
        return this.#isTime('>', filter.valueMs);
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
  #jsonIsIn(field: JsonField, values: readonly FilterValue[]): string {
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
    if (field.kind === 'time') throw new QueryRejected(this.#at, "isn't supported for times; use before or after");
    if (field.kind === 'list') return this.#dialect.listHolds(field.list, String(value));
    return this.#dialect.textHolds(field.text, String(value));
  }

  #matches(pattern: string): string {
    const field = this.#field;
    if (field.kind === 'time') throw new QueryRejected(this.#at, "isn't supported for times; use before or after");
    return this.#dialect.textMatches(field.text, pattern);
  }

  /** Elements of a list are compared as values of a field are. */
  #includes(values: readonly FilterValue[]): string {
    const field = this.#field;
    if (field.kind === 'list') return this.#isIn(values);
    if (field.kind !== 'json') throw new QueryRejected(this.#at, 'requires a list property');
    return this.#dialect.jsonListHas(field.json, (element) => this.#jsonIsIn(element, values));
  }

  #isTime(comparison: Comparison, valueMs: number): string {
    const field = this.#field;
    if (field.kind === 'time') return this.#dialect.compareTimes(field.time, comparison, valueMs);
    if (field.kind === 'json') return this.#dialect.compareJsonTimes(field, comparison, valueMs);
    throw new QueryRejected(this.#at, 'requires a time');
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
