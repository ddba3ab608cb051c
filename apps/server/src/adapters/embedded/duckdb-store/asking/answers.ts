import type { DuckDBConnection } from '@duckdb/node-api';
import type { AnswerTo, QuestionName, QuestionOf } from '../../../../analytics/questions.ts';
import { catalogEntry, catalogPage } from './queries/catalog.ts';
import { crashGroups } from './queries/crash-groups.ts';
import { crashReport, crashReports, ungroupedCrashes } from './queries/crash-reports.ts';
import { crashShares } from './queries/crash-shares.ts';
import { countEvents, eventsPage } from './queries/events.ts';
import { exportFile } from './queries/export-file.ts';
import { failedEventsPage } from './queries/failed-events.ts';
import { failedReasons } from './queries/failed-reasons.ts';
import { freshEvents, storedUpTo } from './queries/fresh-events.ts';
import { funnel } from './queries/funnel.ts';
import { ledgerSums } from './queries/ledger.ts';
import { paths } from './queries/paths.ts';
import { people } from './queries/people.ts';
import { performanceDistribution } from './queries/performance-distribution.ts';
import { performanceSeries } from './queries/performance-series.ts';
import { performanceSummary } from './queries/performance-summary.ts';
import { person } from './queries/person.ts';
import { personRows, timeline } from './queries/person-rows.ts';
import { releaseAdoption, releaseRequests, releasesSeen } from './queries/releases.ts';
import { removals } from './queries/removals.ts';
import { replayableEvents } from './queries/replayable-events.ts';
import { retention } from './queries/retention.ts';
import { sessionHealth } from './queries/session-health.ts';
import { storedPerDay } from './queries/stored-per-day.ts';
import { timeseries } from './queries/timeseries.ts';
import { userSql } from './queries/user-sql.ts';
import type { QuestionLimits } from './question-limits.ts';

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
