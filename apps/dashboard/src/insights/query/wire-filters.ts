import type { Wire } from '@lamppost/protocol';
import {
  completeItems,
  type Filter,
  type FilterItem,
  type FilterValue,
  isGroup,
} from '../../design/filter-builder/filter-ops.ts';

/** Those that are complete, as queries take them. */
export function wireFilters(items: readonly FilterItem[]): Wire['InsightFilter'][] {
  return completeItems(items).map((item) =>
    isGroup(item) ? { op: item.op, filters: item.filters.map(wireCondition) } : wireCondition(item),
  );
}

function wireCondition({ field, op, value }: Filter): Wire['InsightCondition'] {
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
}

/** The same way back. Groups in groups are opened up, which tells what they are about (see isEditableQuery). */
export function filtersOfWire(filters: readonly Wire['InsightFilter'][] = []): readonly FilterItem[] {
  return filters.map((filter): FilterItem => {
    if ('filters' in filter) return { op: filter.op, filters: conditionsOf(filter.filters) };
    return conditionOf(filter);
  });
}

/** Conditions; those of groups one by one. */
export function conditionsOf(filters: readonly Wire['InsightFilter'][] = []): readonly Filter[] {
  return filters.flatMap((filter) => ('filters' in filter ? conditionsOf(filter.filters) : [conditionOf(filter)]));
}

function conditionOf(filter: Wire['InsightCondition']): Filter {
  const { field, op } = filter;
  return 'value' in filter ? { field, op, value: filter.value as FilterValue } : { field, op };
}
