import { Button, TextInput } from '@mantine/core';
import { ConditionList } from '../../../conditions/condition-list.tsx';
import { PercentInput } from '../../../design/inputs/percent-input.tsx';
import type { DraftProblems } from '../targeting/draft-problems.ts';
import type { Rule, ValueType } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './rule-editor.module.css';

export interface RuleEditorProps {
  readonly rule: Rule;
  readonly index: number;
  readonly valueType: ValueType;
  readonly onChange: (rule: Rule) => void;
  readonly onDone: () => void;
  readonly problems: DraftProblems;
}

/** A rule opened up: conditions, value, share, name. What is typed counts at once, as a part of the draft. */
export function RuleEditor({ rule, index, valueType, onChange, onDone, problems }: RuleEditorProps) {
  return (
    <div className={styles.editor}>
      <ConditionList
        conditions={rule.conditions}
        onChange={(conditions) => onChange({ ...rule, conditions })}
        problemAt={(at) => problems[`rules.${index}.conditions.${at}`]}
        empty="No conditions: matches all users"
      />
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
