import { SuggestPicker } from '../../design/inputs/suggest-picker.tsx';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { ClearablePill } from './clearable-pill.tsx';
import styles from './insight-builder.module.css';

export interface ExcludedEventsProps {
  readonly events: readonly string[];
  readonly max: number;
  readonly onChange: (events: readonly string[]) => void;
}

export function ExcludedEvents({ events, max, onChange }: ExcludedEventsProps) {
  const suggestEvents = useEventSuggestions();
  return (
    <>
      {events.map((event) => (
        <ClearablePill
          key={event}
          label={`Stop excluding ${event}`}
          isSet
          onClear={() => onChange(events.filter((other) => other !== event))}
        >
          <bdi className={styles.excluded}>{event}</bdi>
        </ClearablePill>
      ))}
      {events.length < max && (
        <SuggestPicker
          look="pill"
          label="Exclude event"
          placeholder={events.length === 0 ? 'none' : 'add…'}
          value={null}
          suggest={suggestEvents}
          isFree
          onChange={(event) => onChange([...new Set([...events, event])])}
        />
      )}
    </>
  );
}
