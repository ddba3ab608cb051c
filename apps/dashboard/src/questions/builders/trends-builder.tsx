import { Button, Checkbox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRowIds } from '../../design/inputs/use-row-ids.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import { intervalOfRange, intervalsFor } from '../interval-of-range.ts';
import { letterOf } from '../queries-of-question.ts';
import { emptySeries, eventsOf, type Interval, intervals, MAX_FILTERS, type TrendsQuestion } from '../question.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './question-builder.module.css';
import { QuestionFilters } from './question-filters.tsx';
import { TrendSeriesRow } from './trend-series-row.tsx';

export interface TrendsBuilderProps {
  readonly question: TrendsQuestion;
  readonly onChange: (question: TrendsQuestion) => void;
  readonly range: TimeRange;
  readonly maxSeries: number;
  /** False where an answer shows no other period, as in a widget. */
  readonly canCompare: boolean;
}

export function TrendsBuilder({ question, onChange, range, maxSeries, canCompare }: TrendsBuilderProps) {
  const suggestEvents = useEventSuggestions();
  const rows = useRowIds(question.series.length);
  const events = eventsOf(question);
  const max = question.series.reduce((count, { filters }) => Math.max(count, filters.length), 0);
  return (
    <div className={styles.sentence}>
      <Clause word="Show">
        <div className={styles.rows}>
          {question.series.map((series, index) => (
            <TrendSeriesRow
              key={rows.ids[index]}
              series={series}
              suggestEvents={suggestEvents}
              letter={question.series.length > 1 ? letterOf(index) : undefined}
              maxFilters={MAX_FILTERS - question.filters.length}
              onChange={(changed) =>
                onChange({ ...question, series: question.series.map((old, at) => (at === index ? changed : old)) })
              }
              onRemove={
                question.series.length === 1
                  ? undefined
                  : () => {
                      rows.removed(index);
                      onChange({ ...question, series: question.series.filter((_, at) => at !== index) });
                    }
              }
            />
          ))}
        </div>
        {question.series.length < maxSeries && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={styles.add ?? ''}
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ ...question, series: [...question.series, emptySeries] })}
          >
            Add series
          </Button>
        )}
      </Clause>
      {(question.series.length > 1 || question.filters.length > 0) && (
        <Clause word="of all, only where">
          <QuestionFilters
            filters={question.filters}
            events={events}
            maxFilters={MAX_FILTERS - max}
            onChange={(filters) => onChange({ ...question, filters })}
          />
        </Clause>
      )}
      <Clause word="broken down by">
        <BreakdownPill
          value={question.breakdown}
          events={events}
          onChange={(breakdown) => onChange({ ...question, breakdown })}
        />
      </Clause>
      <Clause word="for every">
        <ChoicePill
          label="Interval"
          value={question.interval}
          choices={intervalChoices(range, question.interval)}
          onChange={(interval) => onChange({ ...question, interval })}
        />
      </Clause>
      {canCompare && (
        <Checkbox
          size="xs"
          label="Compare with the period before"
          checked={question.isCompared}
          onChange={(event) => onChange({ ...question, isCompared: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

function intervalChoices(range: TimeRange, chosen: Interval | 'auto'): readonly Choice<Interval | 'auto'>[] {
  const usable = intervalsFor(range);
  return [
    { value: 'auto', label: `${intervalOfRange(range)} (automatic)`, detail: 'follows the range' },
    ...intervals
      .filter((interval) => usable.includes(interval) || interval === chosen)
      .map((interval) => ({ value: interval, label: interval })),
  ];
}
