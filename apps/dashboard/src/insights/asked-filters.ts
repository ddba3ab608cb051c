import type { Wire } from '@lamppost/protocol';
import { type Filter, isComplete } from '../design/filter-builder/filter-ops.ts';

/** Filters as they are sent; those that are still being written are left out. */
export function askedFilters(filters: readonly Filter[]): Wire['InsightFilter'][] {
  return filters.filter(isComplete).map(({ field, op, value }): Wire['InsightFilter'] => {
    switch (op) {
      case 'is_null':
      case 'is_not_null':
        return { field, op };
      case 'in':
      case 'not_in':
      case 'includes':
      case 'excludes':
        return { field, op, value: [...(value as readonly (string | number)[])] };
      case 'matches':
      case 'not_matches':
      case 'before':
      case 'after':
        return { field, op, value: String(value) };
      default:
        return { field, op, value: value as string | number | boolean };
    }
  });
}
