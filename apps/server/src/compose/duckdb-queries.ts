import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnswerTo, QuestionName, QuestionOf } from '../analytics/questions.ts';
import { catalogEntry, catalogPage } from '../features/events/duckdb/catalog.ts';
import { crashGroups } from '../features/crashes/duckdb/crash-groups.ts';
import { crashReport, crashReports, ungroupedCrashes } from '../features/crashes/duckdb/crash-reports.ts';
import { crashShares } from '../features/crashes/duckdb/crash-shares.ts';
import { countEvents, eventsPage } from '../features/events/duckdb/events.ts';
import { exportFile } from '../features/insights/duckdb/export-file.ts';
import { failedEventsPage } from '../features/events/failed/duckdb/failed-events.ts';
import { failedReasons } from '../features/events/failed/duckdb/failed-reasons.ts';
import { freshEvents, storedUpTo } from '../analytics/duckdb/queries/fresh-events.ts';
import { funnel } from '../features/insights/duckdb/funnel.ts';
import { ledgerSums } from '../features/projects/duckdb/ledger.ts';
import { paths } from '../features/insights/duckdb/paths.ts';
import { people } from '../features/people/duckdb/people.ts';
import { performanceDistribution } from '../features/performance/duckdb/performance-distribution.ts';
import { performanceSeries } from '../features/performance/duckdb/performance-series.ts';
import { performanceSummary } from '../features/performance/duckdb/performance-summary.ts';
import { person } from '../features/people/duckdb/person.ts';
import { personRows, timeline } from '../features/people/duckdb/person-rows.ts';
import { releaseAdoption, releaseRequests, releasesSeen } from '../features/releases/duckdb/releases.ts';
import { removals } from '../features/privacy/duckdb/removals.ts';
import { replayableEvents } from '../features/events/failed/duckdb/replayable-events.ts';
import { retention } from '../features/insights/duckdb/retention.ts';
import { sessionHealth } from '../features/crashes/duckdb/session-health.ts';
import { storedPerDay } from '../features/projects/duckdb/stored-per-day.ts';
import { timeseries } from '../features/insights/duckdb/timeseries.ts';
import { userSql } from '../features/insights/duckdb/user-sql.ts';
import type { QuestionLimits } from '../analytics/duckdb/queries/question-limits.ts';

export type Answerer<N extends QuestionName> = (
  connection: DuckDBConnection,
  question: QuestionOf<N>,
  limits: QuestionLimits,
) => Promise<AnswerTo<N>>;

/** How each question is answered. */
export const answers: { readonly [N in QuestionName]: Answerer<N> } = {
  events: eventsPage,
  countEvents,
  catalog: catalogPage,
  catalogEntry,
  storedUpTo,
  freshEvents,
  replayableEvents,
  failedEvents: failedEventsPage,
  failedReasons,
  people,
  person,
  timeline,
  personRows,
  performanceSummary,
  performanceSeries,
  performanceDistribution,
  crashGroups,
  crashReports,
  crashReport,
  ungroupedCrashes,
  crashShares,
  sessionHealth,
  releasesSeen,
  releaseRequests,
  releaseAdoption,
  removals,
  storedPerDay,
  timeseries,
  funnel,
  retention,
  paths,
  userSql,
  exportFile,
  ledger: ledgerSums,
};
