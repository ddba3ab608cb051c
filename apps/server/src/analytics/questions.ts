import type { JsonPage } from './json-page.ts';
import type { CatalogEntryQuestion, CatalogQuestion } from './queries/catalog.ts';
import type { CountEventsQuestion, EventsQuestion } from './queries/events.ts';
import type { FailedEventsQuestion } from './queries/failed-events.ts';
import type { LedgerQuestion, LedgerSum } from './queries/ledger.ts';
import type { DayCount, StoredPerDayQuestion } from './queries/stored-per-day.ts';

/** A question with its answer. Both are plain data: they travel between processes. */
interface Asked<Question, Answer> {
  readonly question: Question;
  readonly answer: Answer;
}

/** Everything that can be asked of the store; one file a question in queries/. */
export interface Questions {
  readonly events: Asked<EventsQuestion, JsonPage>;
  readonly countEvents: Asked<CountEventsQuestion, number>;
  readonly catalog: Asked<CatalogQuestion, JsonPage>;
  /** The row as finished JSON. */
  readonly catalogEntry: Asked<CatalogEntryQuestion, string | null>;
  readonly failedEvents: Asked<FailedEventsQuestion, JsonPage>;
  readonly ledger: Asked<LedgerQuestion, readonly LedgerSum[]>;
  readonly storedPerDay: Asked<StoredPerDayQuestion, readonly DayCount[]>;
}

export type QuestionName = keyof Questions;
export type QuestionOf<N extends QuestionName> = Questions[N]['question'];
export type AnswerTo<N extends QuestionName> = Questions[N]['answer'];
