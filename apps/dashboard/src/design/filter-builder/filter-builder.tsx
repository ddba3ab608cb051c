import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { SuggestPicker } from '../inputs/suggest-picker.tsx';
import type { Suggest } from '../inputs/suggestion.ts';
import type { FieldSuggestion, SuggestValues } from './field-suggestion.ts';
import styles from './filter-builder.module.css';
import { type Filter, type FilterOp, filterOps, filterSentence, opWords, withOp } from './filter-ops.ts';
import { FilterValueField } from './filter-value-field.tsx';

export type { Filter } from './filter-ops.ts';

export interface FilterBuilderProps {
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
  readonly suggestFields: (text: string, signal: AbortSignal) => Promise<readonly FieldSuggestion[]>;
  readonly suggestValues: SuggestValues;
  readonly maxFilters?: number | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly addLabel?: string | undefined;
  /** Said between two filters; all of them must be true unless it is "or". */
  readonly join?: 'and' | 'or' | undefined;
  /** How a field is written: "plan" for `event_properties.plan`. */
  readonly describeField?: ((field: string) => string) | undefined;
  /** The comparisons of a field that has not all of them; the first is taken when the field is chosen. */
  readonly opsOf?: ((field: string) => readonly FilterOp[] | undefined) | undefined;
}

/** Filters as sentences made of pills: plan · is · pro. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { filters, onChange, maxFilters = 20, isReadOnly = false, addLabel = 'Add filter', join = 'and' } = props;
  const { suggestFields, typeOf } = useFieldTypes(props.suggestFields);
  const replace = (index: number, filter: Filter) => onChange(filters.map((old, at) => (at === index ? filter : old)));
  const withOpOf = (filter: Filter): Filter => {
    const ops = props.opsOf?.(filter.field);
    const [first] = ops ?? [];
    return first === undefined || ops?.includes(filter.op) === true ? filter : withOp({ ...filter, value: '' }, first);
  };
  return (
    <div className={styles.builder}>
      {filters.length > 0 && (
        <ul className={styles.list} aria-label="Filters">
          {filters.map((filter, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be the same; their place is their name
            <li key={index} className={styles.filter}>
              {index > 0 && <span className={styles.and}>{join}</span>}
              <FilterSentence
                filter={filter}
                suggestFields={suggestFields}
                suggestValues={props.suggestValues}
                fieldType={typeOf(filter.field)}
                describeField={props.describeField}
                opsOf={props.opsOf}
                isReadOnly={isReadOnly}
                onChange={(changed) => replace(index, withOpOf(changed))}
                onRemove={() => onChange(filters.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && filters.length < maxFilters && (
        <SuggestPicker
          look="action"
          label="Field"
          placeholder={addLabel}
          leftSection={<IconFilterPlus size={14} />}
          value={null}
          suggest={suggestFields}
          isFree
          onChange={(field) => onChange([...filters, withOpOf({ field, op: 'eq', value: '' })])}
        />
      )}
    </div>
  );
}

interface FilterSentenceProps {
  readonly filter: Filter;
  readonly suggestFields: Suggest;
  readonly suggestValues: FilterBuilderProps['suggestValues'];
  readonly fieldType: FieldSuggestion['type'];
  readonly describeField: FilterBuilderProps['describeField'];
  readonly opsOf: FilterBuilderProps['opsOf'];
  readonly isReadOnly: boolean;
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

function FilterSentence(props: FilterSentenceProps) {
  const { filter, suggestFields, suggestValues, fieldType, isReadOnly, onChange, onRemove } = props;
  const ops = props.opsOf?.(filter.field);
  const suggestOps = useCallback<Suggest>(
    async (text) =>
      filterOps
        .filter(({ op, words }) => ops?.includes(op) !== false && words.includes(text.toLowerCase()))
        .map(({ words }) => ({ value: words })),
    [ops],
  );
  return (
    <span className={styles.sentence}>
      <SuggestPicker
        look="pill"
        label="Field"
        placeholder="field"
        value={filter.field}
        describe={props.describeField}
        suggest={suggestFields}
        isFree
        isDisabled={isReadOnly}
        onChange={(field) => onChange({ ...filter, field })}
      />
      <SuggestPicker
        look="word"
        label="Comparison"
        value={opWords(filter.op).words}
        suggest={suggestOps}
        isDisabled={isReadOnly}
        onChange={(words) => {
          const chosen = filterOps.find((candidate) => candidate.words === words);
          if (chosen !== undefined) onChange(withOp(filter, chosen.op));
        }}
      />
      <FilterValueField
        filter={filter}
        fieldType={fieldType}
        suggestValues={suggestValues}
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
      {!isReadOnly && (
        <Tooltip label="Remove filter">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove filter: ${filterSentence(filter)}`}
            onClick={onRemove}
          >
            <IconX size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

/** Remembers the types that came with the suggestions, so that `5` chosen for a number is a number. */
function useFieldTypes(suggest: FilterBuilderProps['suggestFields']) {
  const [types, setTypes] = useState<ReadonlyMap<string, FieldSuggestion['type']>>(() => new Map());
  const suggestFields = useCallback<Suggest>(
    async (text, signal) => {
      const found = await suggest(text, signal);
      setTypes((before) => new Map([...before, ...found.map((field) => [field.value, field.type] as const)]));
      return found;
    },
    [suggest],
  );
  return { suggestFields, typeOf: (field: string) => types.get(field) };
}
