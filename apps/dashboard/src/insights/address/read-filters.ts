import { type Filter, type FilterItem, filterOps } from '../../design/filter-builder/filter-ops.ts';
import { MAX_FILTERS } from '../insight.ts';
import { Broken, choice, list, object, type Raw, text } from './read-parts.ts';

const MAX_FIELD_LENGTH = 1400;
const MAX_TEXT_LENGTH = 1024;
const MAX_VALUES = 100;

export function readFilters(value: unknown, at: string): readonly FilterItem[] {
  if (value === undefined) return [];
  return list(value, at, 0, MAX_FILTERS).map((item): FilterItem => {
    const raw = object(item, at);
    if (raw.filters === undefined) return readFilter(raw, at);
    return {
      op: choice(raw.op, `${at}: op`, ['any', 'all']),
      filters: list(raw.filters, at, 0, MAX_FILTERS).map((filter) => readFilter(object(filter, at), at)),
    };
  });
}

function readFilter(raw: Raw, at: string): Filter {
  const op = choice(
    raw.op,
    `${at}: op`,
    filterOps.map((known) => known.op),
  );
  const field = text(raw.field, `${at}: field`, MAX_FIELD_LENGTH) ?? '';
  return op === 'is_null' || op === 'is_not_null' ? { field, op } : { field, op, value: readValue(raw.value, at) };
}

function readValue(value: unknown, at: string): Filter['value'] {
  if (Array.isArray(value)) {
    return list(value, at, 0, MAX_VALUES).map((item) => scalar(item, at) as string | number);
  }
  return scalar(value ?? '', at);
}

function scalar(value: unknown, at: string): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= MAX_TEXT_LENGTH) return value;
  throw new Broken(`${at}: a value must be short text, a number, true or false`);
}
