import { useMemo } from 'react';
import { type Filter, FilterBuilder } from '../../design/filter-builder/filter-builder.tsx';
import { fieldLabel, fieldOf } from '../field-words.ts';
import { filterOpsOf } from '../filter-ops-of.ts';
import { MAX_FILTERS } from '../insight.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';

export interface InsightFiltersProps {
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
  /** The events whose properties can be chosen from. */
  readonly events: readonly (string | null)[];
  readonly addLabel?: string | undefined;
  /** What other filters of the same query leave. */
  readonly maxFilters?: number | undefined;
}

export function InsightFilters({ filters, onChange, events, addLabel, maxFilters = MAX_FILTERS }: InsightFiltersProps) {
  const names = useMemo(() => [...new Set(events.filter((event) => event !== null))], [events]);
  const { suggestFilterFields, suggestValues } = useFieldSuggestions(names);
  return (
    <FilterBuilder
      filters={filters}
      onChange={(changed) => onChange(changed.map((filter) => ({ ...filter, field: fieldOf(filter.field) })))}
      suggestFields={suggestFilterFields}
      suggestValues={suggestValues}
      describeField={fieldLabel}
      opsOf={filterOpsOf}
      maxFilters={maxFilters}
      addLabel={addLabel}
    />
  );
}
