import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Condition } from './condition.ts';
import { ConditionRow } from './condition-row.tsx';
import styles from './conditions.module.css';
import { useFieldSuggestions } from './use-field-suggestions.ts';

export interface ConditionListProps {
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: Condition[]) => void;
  /** What is wrong with the condition at this place. */
  readonly problemAt: (index: number) => string | undefined;
  readonly empty: string;
}

const MAX_CONDITIONS = 20;

/** Conditions that must all hold, each edited in its place. */
export function ConditionList({ conditions, onChange, problemAt, empty }: ConditionListProps) {
  const suggestions = useFieldSuggestions();
  return (
    <>
      <ul className={styles.conditions} aria-label="Conditions">
        {conditions.map((condition, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same; their place is their name
            key={at}
            condition={condition}
            isFirst={at === 0}
            suggestions={suggestions}
            problem={problemAt(at)}
            onChange={(changed) => onChange(conditions.map((old, place) => (place === at ? changed : old)))}
            onRemove={() => onChange(conditions.filter((_, place) => place !== at))}
          />
        ))}
        {conditions.length === 0 && <li className={styles.nobody}>{empty}</li>}
      </ul>
      {conditions.length < MAX_CONDITIONS && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...conditions, { field: '', op: 'eq', values: [] }])}
        >
          Add condition
        </Button>
      )}
    </>
  );
}
