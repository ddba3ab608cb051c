import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PercentInput } from '../../../design/inputs/percent-input.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import textStyles from '../../../design/primitives/text.module.css';
import type { DraftProblems } from '../targeting/draft-problems.ts';
import type { Condition, Rule, ValueType } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import { ConditionRow } from './condition-row.tsx';
import styles from './rule-editor.module.css';
import { useFieldSuggestions } from './use-field-suggestions.ts';

export interface RuleEditorProps {
  readonly rule: Rule;
  readonly index: number;
  readonly valueType: ValueType;
  readonly onChange: (rule: Rule) => void;
  readonly onDone: () => void;
  readonly problems: DraftProblems;
}

const MAX_CONDITIONS = 20;

/** A rule opened up: conditions, value, share, name. What is typed counts at once, as a part of the draft. */
export function RuleEditor({ rule, index, valueType, onChange, onDone, problems }: RuleEditorProps) {
  const suggestions = useFieldSuggestions();
  const setConditions = (conditions: Condition[]) => onChange({ ...rule, conditions });
  return (
    <div className={styles.editor}>
      <ul className={flowStyles.list8} aria-label="Conditions">
        {rule.conditions.map((condition, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same; their place is their name
            key={at}
            condition={condition}
            isFirst={at === 0}
            suggestions={suggestions}
            problem={problems[`rules.${index}.conditions.${at}`]}
            onChange={(changed) => setConditions(rule.conditions.map((old, place) => (place === at ? changed : old)))}
            onRemove={() => setConditions(rule.conditions.filter((_, place) => place !== at))}
          />
        ))}
        {rule.conditions.length === 0 && <li className={textStyles.muted}>No conditions: matches all users</li>}
      </ul>
      {rule.conditions.length < MAX_CONDITIONS && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setConditions([...rule.conditions, { field: '', op: 'eq', values: [] }])}
        >
          Add condition
        </Button>
      )}
      <div className={styles.then}>
        <ValueField
          label="Serve"
          valueType={valueType}
          value={rule.value}
          onChange={(value) => onChange({ ...rule, value })}
          error={problems[`rules.${index}.value`]}
        />
        <PercentInput
          label="to"
          of="matching users"
          value={rule.percentage}
          onChange={(percentage) => onChange({ ...rule, percentage })}
          error={problems[`rules.${index}.percentage`]}
        />
      </div>
      <div className={styles.foot}>
        <TextInput
          label="Rule name"
          placeholder={`Rule ${index + 1}`}
          value={rule.name ?? ''}
          maxLength={200}
          onChange={(event) => onChange({ ...rule, name: event.currentTarget.value || null })}
          className={styles.name ?? ''}
          error={problems[`rules.${index}.name`]}
        />
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
