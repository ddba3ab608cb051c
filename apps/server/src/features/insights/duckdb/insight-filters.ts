import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { type ReleaseKey, releasePlatformNames } from '../../../analytics/release-key.ts';
import type { FilterValue, InsightFilter } from '../queries/insight-params.ts';
import { type InsightField, requiredField } from './insight-fields.ts';

/** A condition on `events AS ev`. */
export interface FilterSql {
  readonly sql: string;
  /** Needs the person: see persons.ts. */
  readonly isPerson: boolean;
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** `at` names the filters' place in the query. */
export const filtersSql = (filters: readonly InsightFilter[], at: string): readonly FilterSql[] =>
  filters.map((filter, index) => {
    const field = requiredField(filter.field, `${at}.${index}.field`);
    return { sql: conditionOf(field, filter, `${at}.${index}.value`), isPerson: field.isPerson };
  });

/** What excludes a value also holds for events that have none. */
function conditionOf(field: InsightField, filter: InsightFilter, at: string): string {
  switch (filter.op) {
    case 'is_null':
      return `${field.text} IS NULL`;
    case 'is_not_null':
      return `${field.text} IS NOT NULL`;
    case 'eq':
      return isOneOf(field, [filter.value], filter.releases, at);
    case 'neq':
      return `(${isOneOf(field, [filter.value], filter.releases, at)}) IS NOT TRUE`;
    case 'in':
      return isOneOf(field, filter.value, filter.releases, at);
    case 'not_in':
      return `(${isOneOf(field, filter.value, filter.releases, at)}) IS NOT TRUE`;
    case 'contains':
      return holds(field, filter.value, at);
    case 'not_contains':
      return `(${holds(field, filter.value, at)}) IS NOT TRUE`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compares(field, operators[filter.op], filter.value, at);
  }
}

function isOneOf(
  field: InsightField,
  values: readonly FilterValue[],
  releases: readonly ReleaseKey[] = [],
  at: string,
): string {
  return [isAnyOf(field, values, at), ...releases.map(isOfRelease)].join(' OR ');
}

const isOfRelease = ({ platform, version }: ReleaseKey): string => {
  const names = releasePlatformNames[platform].map(quoted).join(', ');
  return `(ev.app_version = ${quoted(version)} AND lower(ev.platform) IN (${names}))`;
};

function isAnyOf(field: InsightField, values: readonly FilterValue[], at: string): string {
  switch (field.kind) {
    case 'text':
      return `${field.text} IN (${values.map((value) => quoted(String(value))).join(', ')})`;
    case 'time':
      return `${field.time} IN (${values.map((value) => timeOf(value, at)).join(', ')})`;
    case 'list':
      return `len(list_filter(${field.list}, lambda x: ${values.map(isExperiment).join(' OR ')})) > 0`;
    case 'json':
      return jsonIsAnyOf(field, values);
  }
}

/** A text is compared with the value's text, so that "5" finds 5 as well; a number only with numbers. */
function jsonIsAnyOf(field: Extract<InsightField, { kind: 'json' }>, values: readonly FilterValue[]): string {
  const ofType = (type: string): readonly FilterValue[] => values.filter((value) => typeof value === type);
  const [texts, numbers, booleans] = [ofType('string'), ofType('number'), ofType('boolean')];
  const parts = [
    ...(texts.length === 0 ? [] : [`${field.text} IN (${texts.map((text) => quoted(String(text))).join(', ')})`]),
    ...(numbers.length === 0 ? [] : [`${field.number} IN (${numbers.map(numberLiteral).join(', ')})`]),
    ...(booleans.length === 0 ? [] : [`${field.boolean} IN (${booleans.join(', ')})`]),
  ];
  return `(${parts.join(' OR ')})`;
}

/** An experiment, whatever its variant, or one variant of it. */
const isExperiment = (value: FilterValue): string =>
  `x = ${quoted(String(value))} OR starts_with(x, ${quoted(`${value}:`)})`;

function holds(field: InsightField, value: FilterValue, at: string): string {
  if (field.kind === 'time') throw new QueryRejected(at, 'does not go with a time: compare it');
  if (field.kind === 'list') {
    return `len(list_filter(${field.list}, lambda x: contains(x, ${quoted(String(value))}))) > 0`;
  }
  return `contains(${field.text}, ${quoted(String(value))})`;
}

function compares(field: InsightField, operator: string, value: FilterValue, at: string): string {
  if (field.kind === 'time') return `${field.time} ${operator} ${timeOf(value, at)}`;
  if (field.kind === 'json' && typeof value === 'number') return `${field.number} ${operator} ${numberLiteral(value)}`;
  if (field.kind === 'list' || typeof value !== 'string') {
    throw new QueryRejected(at, field.kind === 'json' ? 'must be a number or a text' : 'must be a text');
  }
  return `${field.text} ${operator} ${quoted(value)}`;
}

function timeOf(value: FilterValue, at: string): string {
  if (typeof value !== 'number') throw new QueryRejected(at, 'must be a time');
  return timeLiteral(value);
}

const numberLiteral = (value: FilterValue): string => `${Number(value)}::DOUBLE`;
