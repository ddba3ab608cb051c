import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { PercentInput } from '../../../design/inputs/percent-input.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import type { DraftProblems } from '../targeting/draft-problems.ts';
import { estimateWords } from '../targeting/estimate.ts';
import { otherValue } from '../targeting/new-rule.ts';
import { rolloutText, valueText } from '../targeting/rule-words.ts';
import type { Flag, TargetingDraft } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import styles from './targeting-editor.module.css';
import { useActivePeople } from './use-active-people.ts';

export interface RolloutPanelProps {
  readonly flag: Flag;
  readonly environment: string;
  readonly draft: TargetingDraft;
  readonly onChange: (rollout: TargetingDraft['rollout']) => void;
  readonly problems: DraftProblems;
  readonly days: 7 | 30;
  readonly onDays: (days: 7 | 30) => void;
  readonly isReadOnly: boolean;
}

/** What everybody gets whom no rule has decided: a share of them a value, the rest the default. */
export function RolloutPanel(props: RolloutPanelProps) {
  const { flag, environment, draft, onChange, problems, days, onDays, isReadOnly } = props;
  const { rollout } = draft;
  const active = useActivePeople(flag.platforms);
  const hasRules = draft.rules.some(({ enabled }) => enabled);
  const people = days === 7 ? active.week : active.month;
  return (
    <Panel
      title="Default rollout"
      description="Users not matched by a rule"
      actions={
        rollout === null && !isReadOnly ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange({ percentage: 0, value: otherValue(flag.value_type, flag.default_value) })}
          >
            Add rollout
          </Button>
        ) : undefined
      }
    >
      {rollout !== null && (
        <div className={flowStyles.stack12}>
          {isReadOnly ? (
            <p className={styles.text}>{rolloutText(rollout)}</p>
          ) : (
            <div className={styles.rolloutFields}>
              <PercentInput
                label="Roll out to"
                of={`users in ${environment}`}
                value={rollout.percentage}
                onChange={(percentage) => onChange({ ...rollout, percentage })}
              />
              <ValueField
                label="Serve"
                valueType={flag.value_type}
                value={rollout.value}
                onChange={(value) => onChange({ ...rollout, value })}
                error={problems['rollout.value']}
              />
            </div>
          )}
          <div className={styles.estimate}>
            <p className={styles.text} role="status">
              {active.isLoading && 'Counting users…'}
              {active.hasFailed && "Couldn't count users"}
              {estimateWords(rollout.percentage, people, days, hasRules)}
            </p>
            <SegmentedTabs
              label="Users active in"
              look="pills"
              tabs={[
                { value: '7', label: '7 days' },
                { value: '30', label: '30 days' },
              ]}
              value={days === 7 ? '7' : '30'}
              onChange={(value) => onDays(value === '7' ? 7 : 30)}
            />
          </div>
        </div>
      )}
      <p className={styles.default}>
        {rollout === null ? 'All users get' : 'Other users get'} the default{' '}
        <code className={styles.code}>{valueText(flag.default_value)}</code>
        <span className={styles.muted}>, shared by all environments.</span>
      </p>
    </Panel>
  );
}
