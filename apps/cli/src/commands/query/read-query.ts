import type { Wire } from '@lamppost/protocol';
import { usageError } from '../../exit/usage-error.ts';
import { readChoice, readValue } from '../read-options.ts';

type Filter = Wire['InsightFilter'];

const SPANS = ['1h', '24h', '7d', '30d', '90d'] as const;
const SIGNS: Readonly<Record<string, Filter['op']>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '~': 'contains',
  '!~': 'not_contains',
  in: 'in',
  'not in': 'not_in',
};
const NULLS: Readonly<Record<string, Filter['op']>> = { 'is null': 'is_null', 'is not null': 'is_not_null' };
/** A field may have keys in quotes: `event_properties."a=b".c`. */
const FILTER = /^\s*((?:"[^"]*"|[^\s=!<>~"])+)(?:\s+(not in|in)\s+|\s*(!=|>=|<=|==|!~|=|>|<|~)\s*)(.+?)\s*$/i;
const NULL_FILTER = /^\s*(\S+)\s+(is not null|is null)\s*$/i;

export function readRange(options: { last?: string; from?: string; to?: string }): Wire['InsightRange'] {
  const { last = '7d', from, to } = options;
  if (from === undefined) {
    if (to !== undefined) throw usageError('--to needs --from.');
    return { kind: 'relative', last: readChoice(last, SPANS, '--last') };
  }
  return {
    kind: 'absolute',
    fromIso: isoOf(from, '--from'),
    toIso: to === undefined ? new Date().toISOString() : isoOf(to, '--to'),
  };
}

/** `platform = web`, `event_properties.amount >= 10`, `country in DE,AT`, `user_id is null`. */
export function readFilter(text: string): Filter {
  const [, nullField = '', nullOp = ''] = NULL_FILTER.exec(text) ?? [];
  if (nullField !== '') return { field: nullField, op: NULLS[nullOp.toLowerCase()] } as Filter;
  const [, field = '', word, sign = '', value = ''] = FILTER.exec(text) ?? [];
  const op = SIGNS[(word ?? sign).toLowerCase()];
  if (op === undefined) {
    throw usageError(
      `--where is invalid: "${text}".`,
      'Use field, operator and value: platform = web. Operators: = != > >= < <= ~ !~ in, not in, is null, is not null',
    );
  }
  const values = op === 'in' || op === 'not_in' ? value.split(',').map((part) => scalar(part.trim())) : scalar(value);
  return { field, op, value: values } as Filter;
}

function scalar(text: string): string | number | boolean {
  const value = readValue(text);
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : text;
}

function isoOf(text: string, option: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw usageError(`${option} must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z.`);
  return at.toISOString();
}
