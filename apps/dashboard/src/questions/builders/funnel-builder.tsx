import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { ReorderList } from '../../design/inputs/reorder-list.tsx';
import { movedItem, useRowIds } from '../../design/inputs/use-row-ids.ts';
import { emptyStep, eventsOf, type FunnelQuestion, type FunnelStep, LEAST_STEPS, MAX_STEPS } from '../question.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './question-builder.module.css';
import { QuestionFilters } from './question-filters.tsx';
import { WindowField } from './window-field.tsx';

export interface FunnelBuilderProps {
  readonly question: FunnelQuestion;
  readonly onChange: (question: FunnelQuestion) => void;
}

export function FunnelBuilder({ question, onChange }: FunnelBuilderProps) {
  const suggestEvents = useEventSuggestions();
  const rows = useRowIds(question.steps.length);
  const change = (index: number, step: FunnelStep) =>
    onChange({ ...question, steps: question.steps.map((old, at) => (at === index ? step : old)) });
  const remove = (index: number) => {
    rows.removed(index);
    onChange({ ...question, steps: question.steps.filter((_, at) => at !== index) });
  };
  return (
    <div className={styles.sentence}>
      <Clause word="How many people did">
        <div className={styles.rows}>
          <ReorderList
            label="Steps"
            items={question.steps}
            itemId={(_, index) => rows.ids[index] ?? index}
            itemLabel={({ event }, index) => `step ${index + 1}, ${event ?? 'not chosen'}`}
            onMove={(from, to) => {
              rows.moved(from, to);
              onChange({ ...question, steps: movedItem(question.steps, from, to) });
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
                  <QuestionFilters
                    filters={step.filters}
                    events={[step.event]}
                    onChange={(filters) => change(index, { ...step, filters })}
                  />
                </div>
                {question.steps.length > LEAST_STEPS && (
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
        {question.steps.length < MAX_STEPS && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.add ?? ''}
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ ...question, steps: [...question.steps, emptyStep] })}
          >
            Add step
          </Button>
        )}
      </Clause>
      <Clause word="in this order, within">
        <WindowField
          value={question.conversionWindow}
          onChange={(conversionWindow) => onChange({ ...question, conversionWindow })}
        />
      </Clause>
      <Clause word="of all steps, only where">
        <QuestionFilters
          filters={question.filters}
          events={eventsOf(question)}
          onChange={(filters) => onChange({ ...question, filters })}
        />
      </Clause>
      <Clause word="broken down by">
        <BreakdownPill
          value={question.breakdown}
          events={eventsOf(question)}
          onChange={(breakdown) => onChange({ ...question, breakdown })}
        />
      </Clause>
    </div>
  );
}
