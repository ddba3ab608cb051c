import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ReorderList } from '../../design/inputs/reorder-list.tsx';
import { movedItem, useRowIds } from '../../design/inputs/use-row-ids.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { eventLabel } from '../event-label.ts';
import {
  emptyExclusion,
  emptyStep,
  eventsOf,
  type FunnelInsight,
  type FunnelStep,
  LEAST_STEPS,
  MAX_EXCLUSIONS,
  MAX_STEPS,
  namesOf,
  retentionIntervals,
} from '../insight.ts';
import { AddButton } from './add-button.tsx';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { CountByClause } from './count-by-clause.tsx';
import { EventsPill } from './events-pill.tsx';
import { ExclusionRow } from './exclusion-row.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';
import { WindowField } from './window-field.tsx';

export interface FunnelBuilderProps {
  readonly insight: FunnelInsight;
  readonly onChange: (insight: FunnelInsight) => void;
}

const orders: readonly Choice<FunnelInsight['order']>[] = [
  { value: 'ordered', label: 'in this order', detail: 'other events may come between' },
  { value: 'strict', label: 'directly one after another', detail: 'no other event between two steps' },
  { value: 'any', label: 'in any order' },
];
const attributions: readonly Choice<FunnelInsight['attribution']>[] = [
  { value: 'first', label: 'at the first step' },
  { value: 'last', label: 'at the last step reached' },
];
const trendIntervals: readonly Choice<FunnelInsight['interval']>[] = [
  { value: 'auto', label: 'automatic', detail: 'follows the range' },
  ...retentionIntervals.map((value) => ({ value, label: value })),
];

export function FunnelBuilder({ insight, onChange }: FunnelBuilderProps) {
  const { steps, exclusions } = insight;
  const rows = useRowIds(steps.length);
  const exclusionRows = useRowIds(exclusions.length);
  const change = (index: number, step: FunnelStep) =>
    onChange({ ...insight, steps: steps.map((old, at) => (at === index ? step : old)) });
  const remove = (index: number) => {
    rows.removed(index);
    onChange({ ...insight, steps: steps.filter((_, at) => at !== index) });
  };
  return (
    <div className={flowStyles.stack16}>
      <Clause word="How many people did">
        <div className={styles.rows}>
          <ReorderList
            label="Steps"
            items={steps}
            itemId={(_, index) => rows.ids[index] ?? index}
            itemLabel={({ event }, index) =>
              `step ${index + 1}, ${event === null ? 'not selected' : eventLabel(event)}`
            }
            onMove={(from, to) => {
              rows.moved(from, to);
              onChange({ ...insight, steps: movedItem(steps, from, to) });
            }}
          >
            {(step, index) => (
              <div className={styles.step}>
                <span className={styles.letter}>{index + 1}</span>
                <div className={styles.rowBody}>
                  <div className={flowStyles.row6}>
                    <EventsPill
                      label={`Step ${index + 1}`}
                      value={step.event}
                      onChange={(event) => change(index, { ...step, event })}
                    />
                  </div>
                  <InsightFilters
                    filters={step.filters}
                    events={namesOf(step.event)}
                    onChange={(filters) => change(index, { ...step, filters })}
                  />
                </div>
                {steps.length > LEAST_STEPS && (
                  <Tooltip label="Remove step">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={`Remove step ${index + 1}`}
                      onClick={() => remove(index)}
                    >
                      <IconX size={14} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </div>
            )}
          </ReorderList>
        </div>
        {steps.length < MAX_STEPS && (
          <AddButton label="Add step" onClick={() => onChange({ ...insight, steps: [...steps, emptyStep] })} />
        )}
      </Clause>
      <Clause word="within">
        <WindowField
          value={insight.conversionWindow}
          onChange={(conversionWindow) => onChange({ ...insight, conversionWindow })}
        />
        <ChoicePill
          label="Order"
          value={insight.order}
          choices={orders}
          onChange={(order) => onChange({ ...insight, order })}
        />
      </Clause>
      <Clause word="without doing">
        <div className={styles.rows}>
          {exclusions.map((exclusion, index) => (
            <ExclusionRow
              key={exclusionRows.ids[index]}
              exclusion={exclusion}
              place={index}
              stepCount={steps.length}
              onChange={(changed) =>
                onChange({ ...insight, exclusions: exclusions.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={() => {
                exclusionRows.removed(index);
                onChange({ ...insight, exclusions: exclusions.filter((_, at) => at !== index) });
              }}
            />
          ))}
        </div>
        {exclusions.length < MAX_EXCLUSIONS && (
          <AddButton
            label="Add exclusion"
            onClick={() => onChange({ ...insight, exclusions: [...exclusions, emptyExclusion] })}
          />
        )}
      </Clause>
      <Clause word="with the same value at every step of">
        <BreakdownPill
          label="Held constant"
          value={insight.holdConstant}
          events={eventsOf(insight)}
          onChange={(holdConstant) => onChange({ ...insight, holdConstant })}
        />
      </Clause>
      <Clause word="with filters on all steps">
        <InsightFilters
          filters={insight.filters}
          events={eventsOf(insight)}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
      <CountByClause
        value={insight.countBy}
        events={eventsOf(insight)}
        onChange={(countBy) => onChange({ ...insight, countBy })}
      />
      {insight.view === 'steps' && (
        <Clause word="broken down by">
          <BreakdownPill
            value={insight.breakdown}
            events={eventsOf(insight)}
            onChange={(breakdown) => onChange({ ...insight, breakdown })}
          />
          {insight.breakdown !== null && (
            <ChoicePill
              label="Attribution"
              value={insight.attribution}
              choices={attributions}
              onChange={(attribution) => onChange({ ...insight, attribution })}
            />
          )}
        </Clause>
      )}
      {insight.view === 'trend' && (
        <Clause word="per">
          <ChoicePill
            label="Interval"
            value={insight.interval}
            choices={trendIntervals}
            onChange={(interval) => onChange({ ...insight, interval })}
          />
        </Clause>
      )}
    </div>
  );
}
