import type { Wire } from '@lamppost/protocol';
import type { Filter, FilterValue } from '../design/filter-builder/filter-ops.ts';

/** Conditions; those of groups one by one, which tells what they are about (see isEditableQuery). */
export function filtersOf(filters: readonly Wire['InsightFilter'][] = []): readonly Filter[] {
  return filters.flatMap((filter): readonly Filter[] => {
    if ('filters' in filter) return filtersOf(filter.filters);
    const { field, op } = filter;
    return ['value' in filter ? { field, op, value: filter.value as FilterValue } : { field, op }];
  });
}
