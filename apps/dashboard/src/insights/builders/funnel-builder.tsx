import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { ReorderList } from '../../design/inputs/reorder-list.tsx';
import { movedItem, useRowIds } from '../../design/inputs/use-row-ids.ts';
import { emptyStep, eventsOf, type FunnelInsight, type FunnelStep, LEAST_STEPS, MAX_STEPS } from '../insight.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';
import { WindowField } from './window-field.tsx';

export interface FunnelBuilderProps {
  readonly insight: FunnelInsight;
  readonly onChange: (insight: FunnelInsight) => void;
}

export function FunnelBuilder({ insight, onChange }: FunnelBuilderProps) {
  const suggestEvents = useEventSuggestions();
  const rows = useRowIds(insight.steps.length);
  const change = (index: number, step: FunnelStep) =>
    onChange({ ...insight, steps: insight.steps.map((old, at) => (at === index ? step : old)) });
  const remove = (index: number) => {
    rows.removed(index);
    onChange({ ...insight, steps: insight.steps.filter((_, at) => at !== index) });
  };
  return (
    <div className={styles.sentence}>
      <Clause word="How many people did">
        <div className={styles.rows}>
          <ReorderList
            label="Steps"
            items={insight.steps}
            itemId={(_, index) => rows.ids[index] ?? index}
            itemLabel={({ event }, index) => `step ${index + 1}, ${event ?? 'not selected'}`}
            onMove={(from, to) => {
              rows.moved(from, to);
              onChange({ ...insight, steps: movedItem(insight.steps, from, to) });
            }}
          >
            {(step, index) => (
              <div className={styles.step}>
                <span className={styles.letter}>{index + 1}</span>
                <div className={styles.rowBody}>
                  <EventPicker
                    look="pill"
                    label={`Step ${index + 1}`}
                    value={step.event}
                    suggestEvents={suggestEvents}
                    onChange={(event) => change(index, { ...step, event })}
                  />
                  <InsightFilters
                    filters={step.filters}
                    events={[step.event]}
                    onChange={(filters) => change(index, { ...step, filters })}
                  />
                </div>
                {insight.steps.length > LEAST_STEPS && (
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
        {insight.steps.length < MAX_STEPS && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.add ?? ''}
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ ...insight, steps: [...insight.steps, emptyStep] })}
          >
            Add step
          </Button>
        )}
      </Clause>
      <Clause word="in this order, within">
        <WindowField
          value={insight.conversionWindow}
          onChange={(conversionWindow) => onChange({ ...insight, conversionWindow })}
        />
      </Clause>
      <Clause word="with filters on all steps">
        <InsightFilters
          filters={insight.filters}
          events={eventsOf(insight)}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
      <Clause word="broken down by">
        <BreakdownPill
          value={insight.breakdown}
          events={eventsOf(insight)}
          onChange={(breakdown) => onChange({ ...insight, breakdown })}
        />
      </Clause>
    </div>
  );
}
