import type { Wire } from '../schemas/index.ts';

interface Ranged {
  range: Wire['InsightRange'];
  filters?: Wire['InsightFilter'][];
}

/** The range and the filters, which every kind but SQL has. */
export const fillShared = ({ range, filters = [] }: Ranged) => ({
  range: fillRange(range),
  filters: filters.map(fillFilter),
});

export const fillBreakdown = ({ breakdownProperty }: { breakdownProperty?: string }) =>
  breakdownProperty === undefined ? {} : { breakdownProperty };

export function fillRange(range: Wire['InsightRange']): Wire['InsightRange'] {
  switch (range.kind) {
    case 'relative':
      return { kind: range.kind, last: range.last };
    case 'current':
    case 'previous':
      return { kind: range.kind, unit: range.unit };
    case 'since_release':
      return { kind: range.kind, releaseId: range.releaseId };
    case 'absolute':
      return { kind: range.kind, fromIso: range.fromIso, toIso: range.toIso };
  }
}

export function fillFilter(filter: Wire['InsightFilter']): Wire['InsightFilter'] {
  switch (filter.op) {
    case 'any':
    case 'all':
      return { op: filter.op, filters: filter.filters.map(fillFilter) };
    case 'is_null':
    case 'is_not_null':
      return { field: filter.field, op: filter.op };
    case 'in':
    case 'not_in':
      return { field: filter.field, op: filter.op, value: filter.value };
    case 'includes':
    case 'excludes':
      return { field: filter.field, op: filter.op, value: filter.value };
    case 'matches':
    case 'not_matches':
    case 'before':
    case 'after':
      return { field: filter.field, op: filter.op, value: filter.value } as Wire['InsightFilter'];
    default:
      return { field: filter.field, op: filter.op, value: filter.value };
  }
}
