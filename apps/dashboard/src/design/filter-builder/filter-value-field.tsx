import { TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { SuggestPicker } from '../inputs/suggest-picker.tsx';
import type { Suggest } from '../inputs/suggestion.ts';
import { TagInput } from '../inputs/tag-input.tsx';
import { useSuggestions } from '../inputs/use-suggestions.ts';
import type { FieldSuggestion, SuggestValues } from './field-suggestion.ts';
import styles from './filter-builder.module.css';
import { type Filter, opWords, readTypedValue } from './filter-ops.ts';

export interface FilterValueFieldProps {
  readonly filter: Filter;
  readonly fieldType: FieldSuggestion['type'];
  readonly suggestValues: SuggestValues;
  readonly isReadOnly: boolean;
  readonly onChange: (filter: Filter) => void;
}

export function FilterValueField({ filter, fieldType, suggestValues, isReadOnly, onChange }: FilterValueFieldProps) {
  const { takes } = opWords(filter.op);
  const suggest = useCallback<Suggest>(
    (text, signal) => suggestValues(filter.field, text, signal),
    [suggestValues, filter.field],
  );
  if (takes === 'nothing') return null;
  if (isReadOnly) return <bdi className={styles.said}>{[filter.value].flat().join(', ')}</bdi>;
  if (takes === 'many') {
    return (
      <ManyValues
        value={(Array.isArray(filter.value) ? filter.value : []).map(String)}
        suggest={suggest}
        onChange={(tags) => onChange({ ...filter, value: tags.map((tag) => readTypedValue(tag, fieldType) as string) })}
      />
    );
  }
  if (takes === 'number') {
    return (
      <TextInput
        size="xs"
        className={styles.number ?? ''}
        aria-label="Value"
        placeholder="number"
        inputMode="decimal"
        defaultValue={String(filter.value ?? '')}
        onBlur={(event) => onChange({ ...filter, value: readTypedValue(event.currentTarget.value, 'number') })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    );
  }
  return (
    <SuggestPicker
      look="pill"
      label="Value"
      placeholder="value"
      value={filter.value === undefined || filter.value === null ? '' : String(filter.value)}
      suggest={suggest}
      isFree
      isTypedFirst
      onChange={(text) => onChange({ ...filter, value: readTypedValue(text, fieldType) })}
    />
  );
}

interface ManyValuesProps {
  readonly value: readonly string[];
  readonly suggest: Suggest;
  readonly onChange: (values: readonly string[]) => void;
}

function ManyValues({ value, suggest, onChange }: ManyValuesProps) {
  const [text, setText] = useState<string>();
  const { suggestions } = useSuggestions(suggest, text ?? '', text !== undefined);
  return (
    <div className={styles.many}>
      <TagInput
        label="Values"
        value={value}
        placeholder="values"
        size="compact"
        suggestions={suggestions.map((suggestion) => suggestion.value)}
        onSearch={setText}
        onChange={onChange}
      />
    </div>
  );
}
