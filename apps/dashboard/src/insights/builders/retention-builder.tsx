import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { eventsOf, type RetentionInsight } from '../insight.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';

export interface RetentionBuilderProps {
  readonly insight: RetentionInsight;
  readonly onChange: (insight: RetentionInsight) => void;
}

const periods: readonly Choice<'day' | 'week'>[] = [
  { value: 'day', label: 'day' },
  { value: 'week', label: 'week', detail: 'from Monday' },
];

export function RetentionBuilder({ insight, onChange }: RetentionBuilderProps) {
  const suggestEvents = useEventSuggestions();
  return (
    <div className={styles.sentence}>
      <Clause word="Of the people whose first">
        <EventPicker
          look="pill"
          label="First event"
          value={insight.cohortEvent}
          suggestEvents={suggestEvents}
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
        <EventPicker
          look="pill"
          label="Return event"
          value={insight.returnEvent}
          suggestEvents={suggestEvents}
          onChange={(returnEvent) => onChange({ ...insight, returnEvent })}
        />
      </Clause>
      <Clause word="only where">
        <InsightFilters
          filters={insight.filters}
          events={eventsOf(insight)}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
    </div>
  );
}
