import { calendarUnits } from './calendar-unit.ts';
import styles from './range-picker.module.css';
import { rangeWords, type TimeRange } from './time-range.ts';

export interface CalendarChoicesProps {
  readonly value: TimeRange | undefined;
  readonly onChoose: (range: TimeRange) => void;
}

const rows = [
  { kind: 'current', word: 'This' },
  { kind: 'previous', word: 'Previous' },
] as const;

/** The day, week, month, quarter or year that it is, and the one before. */
export function CalendarChoices({ value, onChoose }: CalendarChoicesProps) {
  return (
    <div className={styles.calendar}>
      {rows.map(({ kind, word }) => (
        <div key={kind} className={styles.calendarRow}>
          <span className={styles.spanWord}>{word}</span>
          {calendarUnits.map((unit) => (
            <button
              key={unit}
              type="button"
              className={styles.unitChoice}
              aria-label={rangeWords({ kind, unit }, 'UTC')}
              aria-pressed={value?.kind === kind && value.unit === unit}
              onClick={() => onChoose({ kind, unit })}
            >
              {unit}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
