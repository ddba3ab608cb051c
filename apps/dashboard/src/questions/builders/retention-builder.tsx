import { EventPicker } from '../../design/inputs/event-picker.tsx';
import { eventsOf, type RetentionQuestion } from '../question.ts';
import { useEventSuggestions } from '../use-event-suggestions.ts';
import { type Choice, ChoicePill } from './choice-pill.tsx';
import { Clause } from './clause.tsx';
import styles from './question-builder.module.css';
import { QuestionFilters } from './question-filters.tsx';

export interface RetentionBuilderProps {
  readonly question: RetentionQuestion;
  readonly onChange: (question: RetentionQuestion) => void;
}

const periods: readonly Choice<'day' | 'week'>[] = [
  { value: 'day', label: 'day' },
  { value: 'week', label: 'week', detail: 'from Monday' },
];

export function RetentionBuilder({ question, onChange }: RetentionBuilderProps) {
  const suggestEvents = useEventSuggestions();
  return (
    <div className={styles.sentence}>
      <Clause word="Of the people whose first">
        <EventPicker
          look="pill"
          label="First event"
          value={question.cohortEvent}
          suggestEvents={suggestEvents}
          onChange={(cohortEvent) =>
            // Most often it is asked who does the same again.
            onChange({ ...question, cohortEvent, returnEvent: question.returnEvent ?? cohortEvent })
          }
        />
      </Clause>
      <Clause word="was in the same">
        <ChoicePill
          label="Period"
          value={question.interval}
          choices={periods}
          onChange={(interval) => onChange({ ...question, interval })}
        />
      </Clause>
      <Clause word="how many came back and did">
        <EventPicker
          look="pill"
          label="Return event"
          value={question.returnEvent}
          suggestEvents={suggestEvents}
          onChange={(returnEvent) => onChange({ ...question, returnEvent })}
        />
      </Clause>
      <Clause word="of both, only where">
        <QuestionFilters
          filters={question.filters}
          events={eventsOf(question)}
          onChange={(filters) => onChange({ ...question, filters })}
        />
      </Clause>
    </div>
  );
}
