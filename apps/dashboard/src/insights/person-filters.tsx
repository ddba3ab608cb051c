import { type Filter, FilterBuilder } from '../design/filter-builder/filter-builder.tsx';
import { fieldLabel, fieldOf } from './field-words.ts';
import { filterOpsOf } from './filter-ops-of.ts';
import { MAX_FILTERS } from './insight.ts';
import { useFieldSuggestions } from './use-field-suggestions.ts';

export interface PersonFiltersProps {
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

const noEvents: readonly string[] = [];

/** Filters of people: what is known of them, cohorts and groups, and where they were last seen. */
export function PersonFilters({ filters, onChange }: PersonFiltersProps) {
  const { suggestPersonFields, suggestValues } = useFieldSuggestions(noEvents);
  return (
    <FilterBuilder
      filters={filters}
      onChange={(changed) => onChange(changed.map((filter) => ({ ...filter, field: fieldOf(filter.field) })))}
      suggestFields={suggestPersonFields}
      suggestValues={suggestValues}
      describeField={fieldLabel}
      opsOf={filterOpsOf}
      maxFilters={MAX_FILTERS}
    />
  );
}
