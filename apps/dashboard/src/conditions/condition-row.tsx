import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCallback } from 'react';
import { SuggestPicker } from '../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../design/inputs/suggestion.ts';
import type { Condition } from './condition.ts';
import { operatorsFor, operatorWords, readValues, withField, withOperator } from './condition-words.ts';
import styles from './conditions.module.css';
import type { FieldSuggestions } from './use-field-suggestions.ts';

export interface ConditionRowProps {
  readonly condition: Condition;
  readonly isFirst: boolean;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
  readonly suggestions: FieldSuggestions;
  readonly problem: string | undefined;
}

/** One condition as a sentence of pills: field, comparison, values. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, isFirst, onChange, onRemove, suggestions, problem } = props;
  const { field, op, values } = condition;
  const { takes, words } = operatorWords(op);
  const suggestOps = useCallback<Suggest>(
    async (text) => {
      const wanted = text.trim().toLowerCase();
      return operatorsFor(field)
        .filter((row) => row.words.includes(wanted) || row.op.includes(wanted))
        .map((row) => ({ value: row.words, detail: row.op }));
    },
    [field],
  );
  const { suggestValues } = suggestions;
  const suggest = useCallback<Suggest>(
    async (text, signal) => (field === '' ? [] : suggestValues(field, text, signal)),
    [suggestValues, field],
  );
  const texts = values.map(String);
  const isRoomLeft = takes === 'many' ? texts.length < 100 : texts.length === 0;
  const setValues = (typed: readonly string[]) => onChange({ ...condition, values: readValues(typed, condition) });
  return (
    <li className={styles.condition}>
      <span className={styles.join}>{isFirst ? 'if' : 'and'}</span>
      <SuggestPicker
        look="pill"
        label="Field"
        placeholder="field"
        value={field}
        suggest={suggestions.suggestFields}
        isFree
        onChange={(chosen) => onChange(withField(condition, chosen))}
      />
      <SuggestPicker
        look="pill"
        label="Comparison"
        value={words}
        suggest={suggestOps}
        onChange={(chosen) => {
          const row = operatorsFor(field).find((candidate) => candidate.words === chosen);
          if (row !== undefined) onChange(withOperator(condition, row.op));
        }}
      />
      {takes !== 'nothing' &&
        texts.map((text, index) => (
          <span key={text} className={styles.value}>
            <SuggestPicker
              look="pill"
              label={`Value ${index + 1}`}
              value={text === '' ? '""' : text}
              suggest={suggest}
              isFree
              isTypedFirst
              onChange={(chosen) => setValues([...new Set(texts.map((old, at) => (at === index ? chosen : old)))])}
            />
            <button
              type="button"
              className={styles.drop}
              aria-label={`Remove value ${text}`}
              onClick={() => setValues(texts.filter((_, at) => at !== index))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </span>
        ))}
      {takes !== 'nothing' && isRoomLeft && (
        <SuggestPicker
          key={texts.length}
          look="pill"
          label={texts.length === 0 ? 'Value' : 'Add value'}
          placeholder={texts.length === 0 ? 'value' : '+ value'}
          value={null}
          suggest={suggest}
          isFree
          isTypedFirst
          onChange={(chosen) => setValues([...new Set([...texts, chosen])])}
        />
      )}
      <Tooltip label="Remove condition">
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Remove condition" onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
      {problem !== undefined && <span className={styles.problem}>{problem}</span>}
    </li>
  );
}
