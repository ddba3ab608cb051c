import flowStyles from '../../design/layout/flow.module.css';
import { eventsOf, type LifecycleInsight, type StickinessInsight } from '../insight.ts';
import { ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { CountByClause } from './count-by-clause.tsx';
import { EventsPill } from './events-pill.tsx';
import { InsightFilters } from './insight-filters.tsx';

export interface PeriodsBuilderProps<I extends LifecycleInsight | StickinessInsight> {
  readonly insight: I;
  readonly onChange: (insight: I) => void;
}

const periods = [
  { value: 'day', label: 'day' },
  { value: 'week', label: 'week', detail: 'from Monday' },
  { value: 'month', label: 'month' },
] as const;

/** Lifecycle and stickiness: who did an event in which periods. */
export function PeriodsBuilder<I extends LifecycleInsight | StickinessInsight>({
  insight,
  onChange,
}: PeriodsBuilderProps<I>) {
  const isLifecycle = insight.kind === 'lifecycle';
  return (
    <div className={flowStyles.stack16}>
      <Clause word={isLifecycle ? 'New, returning and dormant people of' : 'How often people do'}>
        <EventsPill label="Event" value={insight.event} onChange={(event) => onChange({ ...insight, event })} />
      </Clause>
      <Clause word={isLifecycle ? 'per' : 'counted in periods of a'}>
        <ChoicePill
          label="Period"
          value={insight.interval}
          choices={periods}
          onChange={(interval) => onChange({ ...insight, interval })}
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
    </div>
  );
}
