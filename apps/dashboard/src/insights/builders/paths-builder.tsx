import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { eventsOf, MAX_DEPTH, type PathsInsight } from '../insight.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { ClearablePill } from './clearable-pill.tsx';
import styles from './insight-builder.module.css';
import { InsightFilters } from './insight-filters.tsx';

export interface PathsBuilderProps {
  readonly insight: PathsInsight;
  readonly onChange: (insight: PathsInsight) => void;
}

const depths: readonly Choice<string>[] = Array.from({ length: MAX_DEPTH }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 event' : `${index + 1} events`,
}));

export function PathsBuilder({ insight, onChange }: PathsBuilderProps) {
  const suggestEvents = useEventSuggestions();
  return (
    <div className={styles.sentence}>
      <Clause word="What people do from">
        <ClearablePill
          label="Remove start"
          isSet={insight.startEvent !== null}
          onClear={() => onChange({ ...insight, startEvent: null })}
        >
          <EventPicker
            look="pill"
            label="Start event"
            placeholder="session start"
            value={insight.startEvent}
            suggestEvents={suggestEvents}
            onChange={(startEvent) => onChange({ ...insight, startEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="to">
        <ClearablePill
          label="Remove end"
          isSet={insight.endEvent !== null}
          onClear={() => onChange({ ...insight, endEvent: null })}
        >
          <EventPicker
            look="pill"
            label="End event"
            placeholder="anywhere"
            value={insight.endEvent}
            suggestEvents={suggestEvents}
            onChange={(endEvent) => onChange({ ...insight, endEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="in up to">
        <ChoicePill
          label="Depth"
          value={String(insight.depth)}
          choices={depths}
          onChange={(depth) => onChange({ ...insight, depth: Number(depth) })}
        />
      </Clause>
      <Clause word="only events where">
        <InsightFilters
          filters={insight.filters}
          events={eventsOf(insight)}
          onChange={(filters) => onChange({ ...insight, filters })}
        />
      </Clause>
    </div>
  );
}
