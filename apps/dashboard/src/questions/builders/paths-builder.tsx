import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { eventsOf, MAX_DEPTH, type PathsQuestion } from '../question.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import { ClearablePill } from './clearable-pill.tsx';
import styles from './question-builder.module.css';
import { QuestionFilters } from './question-filters.tsx';

export interface PathsBuilderProps {
  readonly question: PathsQuestion;
  readonly onChange: (question: PathsQuestion) => void;
}

const depths: readonly Choice<string>[] = Array.from({ length: MAX_DEPTH }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? '1 event' : `${index + 1} events`,
}));

export function PathsBuilder({ question, onChange }: PathsBuilderProps) {
  const suggestEvents = useEventSuggestions();
  return (
    <div className={styles.sentence}>
      <Clause word="What people do from">
        <ClearablePill
          label="Remove start"
          isSet={question.startEvent !== null}
          onClear={() => onChange({ ...question, startEvent: null })}
        >
          <EventPicker
            look="pill"
            label="Start event"
            placeholder="the start of a visit"
            value={question.startEvent}
            suggestEvents={suggestEvents}
            onChange={(startEvent) => onChange({ ...question, startEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="to">
        <ClearablePill
          label="Remove end"
          isSet={question.endEvent !== null}
          onClear={() => onChange({ ...question, endEvent: null })}
        >
          <EventPicker
            look="pill"
            label="End event"
            placeholder="anywhere"
            value={question.endEvent}
            suggestEvents={suggestEvents}
            onChange={(endEvent) => onChange({ ...question, endEvent })}
          />
        </ClearablePill>
      </Clause>
      <Clause word="in up to">
        <ChoicePill
          label="Depth"
          value={String(question.depth)}
          choices={depths}
          onChange={(depth) => onChange({ ...question, depth: Number(depth) })}
        />
      </Clause>
      <Clause word="of all, only events where">
        <QuestionFilters
          filters={question.filters}
          events={eventsOf(question)}
          onChange={(filters) => onChange({ ...question, filters })}
        />
      </Clause>
    </div>
  );
}
