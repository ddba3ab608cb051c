import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnswerTo, QuestionName, QuestionOf } from '../../../analytics/questions.ts';
import { catalogEntry, catalogPage } from './queries/catalog.ts';
import { countEvents, eventsPage } from './queries/events.ts';
import { failedEventsPage } from './queries/failed-events.ts';
import { ledgerSums } from './queries/ledger.ts';
import { storedPerDay } from './queries/stored-per-day.ts';

export type Answerer<N extends QuestionName> = (
  connection: DuckDBConnection,
  question: QuestionOf<N>,
) => Promise<AnswerTo<N>>;

/** How each question is answered. */
export const answers: { readonly [N in QuestionName]: Answerer<N> } = {
  events: eventsPage,
  countEvents,
  catalog: catalogPage,
  catalogEntry,
  failedEvents: failedEventsPage,
  storedPerDay,
  ledger: ledgerSums,
};
