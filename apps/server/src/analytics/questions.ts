import type { JsonPage } from './json-page.ts';
import type { CatalogEntryQuestion, CatalogQuestion } from '../features/events/queries/catalog.ts';
import type {
  CrashGroupsPage,
  CrashGroupsQuestion,
  CrashReportQuestion,
  CrashReportsPage,
  CrashReportsQuestion,
  CrashSharesAnswer,
  CrashSharesQuestion,
  StoredCrashReport,
  UngroupedCrashesQuestion,
} from '../features/crashes/queries/crash-groups.ts';
import type { CountEventsQuestion, EventsQuestion } from '../features/events/queries/events.ts';
import type { ExportFileAnswer, ExportFileQuestion } from '../features/insights/queries/export-file.ts';
import type { FailedEventsQuestion, FailedReasons, FailedReasonsQuestion } from '../features/events/failed/queries/failed-events.ts';
import type { FreshEvents, FreshEventsQuestion, StoredUpToQuestion, ToldUpTo } from './live/fresh-events.ts';
import type { FunnelQuestion } from '../features/insights/queries/funnel.ts';
import type { InsightAnswer } from '../features/insights/queries/insight-question.ts';
import type { LedgerQuestion, LedgerSum } from './ledger.ts';
import type { PathsQuestion } from '../features/insights/queries/paths.ts';
import type {
  PeoplePage,
  PeopleQuestion,
  PersonAnswer,
  PersonQuestion,
  PersonRowsQuestion,
  TimelineQuestion,
} from '../features/people/queries/people.ts';
import type {
  DistributionAnswer,
  MetricPoint,
  MetricSummaryPage,
  PerformanceDistributionQuestion,
  PerformanceSeriesQuestion,
  PerformanceSummaryQuestion,
} from '../features/performance/queries/performance.ts';
import type {
  ReleaseAdoption,
  ReleaseAdoptionQuestion,
  ReleaseRequests,
  ReleaseRequestsQuestion,
  ReleasesSeenQuestion,
  SeenVersion,
} from '../features/releases/queries/releases.ts';
import type { RemovalsAnswer, RemovalsQuestion } from '../features/privacy/queries/removals.ts';
import type { ReplayableEvents, ReplayableEventsQuestion } from '../features/events/failed/queries/replayable-events.ts';
import type { RetentionQuestion } from '../features/insights/queries/retention.ts';
import type { SessionHealthAnswer, SessionHealthQuestion } from '../features/crashes/queries/session-health.ts';
import type { DayCount, StoredPerDayQuestion } from '../features/projects/queries/stored-per-day.ts';
import type { TimeseriesQuestion } from '../features/insights/queries/timeseries.ts';
import type { UserSqlQuestion } from '../features/insights/queries/user-sql.ts';

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
  readonly storedUpTo: Asked<StoredUpToQuestion, readonly ToldUpTo[]>;
  readonly freshEvents: Asked<FreshEventsQuestion, FreshEvents>;
  readonly replayableEvents: Asked<ReplayableEventsQuestion, ReplayableEvents>;
  readonly failedEvents: Asked<FailedEventsQuestion, JsonPage>;
  readonly failedReasons: Asked<FailedReasonsQuestion, FailedReasons>;
  readonly ledger: Asked<LedgerQuestion, readonly LedgerSum[]>;
  readonly people: Asked<PeopleQuestion, PeoplePage>;
  readonly person: Asked<PersonQuestion, PersonAnswer>;
  readonly timeline: Asked<TimelineQuestion, JsonPage>;
  readonly personRows: Asked<PersonRowsQuestion, JsonPage>;
  readonly crashGroups: Asked<CrashGroupsQuestion, CrashGroupsPage>;
  readonly crashReports: Asked<CrashReportsQuestion, CrashReportsPage>;
  readonly crashReport: Asked<CrashReportQuestion, StoredCrashReport | null>;
  readonly ungroupedCrashes: Asked<UngroupedCrashesQuestion, CrashReportsPage>;
  readonly crashShares: Asked<CrashSharesQuestion, CrashSharesAnswer>;
  readonly sessionHealth: Asked<SessionHealthQuestion, SessionHealthAnswer>;
  readonly removals: Asked<RemovalsQuestion, RemovalsAnswer>;
  readonly performanceSummary: Asked<PerformanceSummaryQuestion, MetricSummaryPage>;
  readonly performanceSeries: Asked<PerformanceSeriesQuestion, readonly MetricPoint[]>;
  readonly performanceDistribution: Asked<PerformanceDistributionQuestion, DistributionAnswer>;
  readonly releasesSeen: Asked<ReleasesSeenQuestion, readonly SeenVersion[]>;
  readonly releaseRequests: Asked<ReleaseRequestsQuestion, readonly ReleaseRequests[]>;
  readonly releaseAdoption: Asked<ReleaseAdoptionQuestion, ReleaseAdoption>;
  readonly storedPerDay: Asked<StoredPerDayQuestion, readonly DayCount[]>;
  readonly timeseries: Asked<TimeseriesQuestion, InsightAnswer>;
  readonly funnel: Asked<FunnelQuestion, InsightAnswer>;
  readonly retention: Asked<RetentionQuestion, InsightAnswer>;
  readonly paths: Asked<PathsQuestion, InsightAnswer>;
  readonly userSql: Asked<UserSqlQuestion, InsightAnswer>;
  readonly exportFile: Asked<ExportFileQuestion, ExportFileAnswer>;
}

export type QuestionName = keyof Questions;
export type QuestionOf<N extends QuestionName> = Questions[N]['question'];
export type AnswerTo<N extends QuestionName> = Questions[N]['answer'];
