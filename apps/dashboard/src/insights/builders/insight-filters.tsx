import { Button } from '@mantine/core';
import { IconBracketsContain } from '@tabler/icons-react';
import { useMemo } from 'react';
import { FilterBuilder } from '../../design/filter-builder/filter-builder.tsx';
import { type Filter, type FilterGroup, type FilterItem, isGroup } from '../../design/filter-builder/filter-ops.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { fieldLabel, fieldOf } from '../field-words.ts';
import { filterOpsOf } from '../filter-ops-of.ts';
import { MAX_FILTERS } from '../insight.ts';
import { useFieldSuggestions } from '../use-field-suggestions.ts';
import { ChoicePill } from './choice-pill.tsx';
import styles from './insight-builder.module.css';

export interface InsightFiltersProps {
  readonly filters: readonly FilterItem[];
  readonly onChange: (filters: readonly FilterItem[]) => void;
  /** The events whose properties can be chosen from. */
  readonly events: readonly string[];
  readonly addLabel?: string | undefined;
  /** What other filters of the same query leave. */
  readonly maxFilters?: number | undefined;
}

const ways = [
  { value: 'any', label: 'Any of' },
  { value: 'all', label: 'All of' },
] as const;

/** Conditions that must all hold, and groups of which one must hold. */
export function InsightFilters({ filters, onChange, events, addLabel, maxFilters = MAX_FILTERS }: InsightFiltersProps) {
  const names = useMemo(() => [...new Set(events)], [events]);
  const { suggestFilterFields, suggestValues } = useFieldSuggestions(names);
  const conditions = filters.filter((item): item is Filter => !isGroup(item));
  const groups = filters.filter(isGroup);
  const shared = {
    suggestFields: suggestFilterFields,
    suggestValues,
    describeField: fieldLabel,
    opsOf: filterOpsOf,
  };
  const replace = (at: number, group: FilterGroup) =>
    onChange([
      ...conditions,
      ...groups
        .map((old, index) => (index === at ? group : old))
        .filter((one, index) => index !== at || one.filters.length > 0),
    ]);
  return (
    <div className={flowStyles.row6}>
      <FilterBuilder
        {...shared}
        filters={conditions}
        onChange={(changed) => onChange([...changed.map(withField), ...groups])}
        maxFilters={maxFilters - groups.length}
        addLabel={addLabel}
      />
      {groups.map((group, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same; their place is their name
          key={index}
          className={styles.group}
          aria-label={`Filter group ${index + 1}`}
        >
          <ChoicePill
            label="Match"
            value={group.op}
            choices={ways}
            onChange={(op) => replace(index, { ...group, op })}
          />
          <FilterBuilder
            {...shared}
            filters={group.filters}
            join={group.op === 'any' ? 'or' : 'and'}
            onChange={(changed) => replace(index, { ...group, filters: changed.map(withField) })}
            addLabel="Add to group"
          />
        </fieldset>
      ))}
      {conditions.length > 0 && filters.length < maxFilters && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.add ?? ''}
          leftSection={<IconBracketsContain size={14} />}
          onClick={() => onChange([...conditions.slice(0, -1), ...groups, groupOf(conditions.at(-1))])}
        >
          Group with “or”
        </Button>
      )}
    </div>
  );
}

const withField = (filter: Filter): Filter => ({ ...filter, field: fieldOf(filter.field) });

/** A group begins with the condition that was written last. */
const groupOf = (filter: Filter | undefined): FilterGroup => ({
  op: 'any',
  filters: filter === undefined ? [] : [filter],
});
