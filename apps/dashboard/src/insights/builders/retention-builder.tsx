import flowStyles from '../../design/layout/flow.module.css';
import { eventsOf, type RetentionInsight } from '../insight.ts';
import { BreakdownPill } from './breakdown-pill.tsx';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { CountByClause } from './count-by-clause.tsx';
import { EventsPill } from './events-pill.tsx';
import { InsightFilters } from './insight-filters.tsx';

export interface RetentionBuilderProps {
  readonly insight: RetentionInsight;
  readonly onChange: (insight: RetentionInsight) => void;
}

const periods: readonly Choice<RetentionInsight['interval']>[] = [
  { value: 'hour', label: 'hour' },
  { value: 'day', label: 'day' },
  { value: 'week', label: 'week', detail: 'from Monday' },
  { value: 'month', label: 'month' },
];
const starts: readonly Choice<RetentionInsight['start']>[] = [
  { value: 'first_in_range', label: 'first in the range', detail: 'they may have done it before' },
  { value: 'first_time', label: 'first ever', detail: 'they never did it before' },
];
const modes: readonly Choice<RetentionInsight['mode']>[] = [
  { value: 'on', label: 'in that period' },
  { value: 'on_or_after', label: 'in that period or later' },
];

export function RetentionBuilder({ insight, onChange }: RetentionBuilderProps) {
  return (
    <div className={flowStyles.stack16}>
      <Clause word="Of the people whose">
        <ChoicePill
          label="Cohort start"
          value={insight.start}
          choices={starts}
          onChange={(start) => onChange({ ...insight, start })}
        />
        <EventsPill
          label="First event"
          value={insight.cohortEvent}
          onChange={(cohortEvent) =>
            // Most often it is asked who does the same again.
            onChange({ ...insight, cohortEvent, returnEvent: insight.returnEvent ?? cohortEvent })
          }
        />
      </Clause>
      <Clause word="was in the same">
        <ChoicePill
          label="Period"
          value={insight.interval}
          choices={periods}
          onChange={(interval) => onChange({ ...insight, interval })}
        />
      </Clause>
      <Clause word="how many came back and did">
        <EventsPill
          label="Return event"
          value={insight.returnEvent}
          onChange={(returnEvent) => onChange({ ...insight, returnEvent })}
        />
        <ChoicePill
          label="Counted"
          value={insight.mode}
          choices={modes}
          onChange={(mode) => onChange({ ...insight, mode })}
        />
      </Clause>
      <Clause word="only where">
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
