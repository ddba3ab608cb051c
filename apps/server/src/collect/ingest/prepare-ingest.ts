import type { LogRecord } from '../event-log/log-record.ts';
import type { IngestKind, IngestOutcomes } from '../ledger/ingest-outcomes.ts';
import { BatchIngest, type IngestOutcome } from './batch-ingest.ts';
import { CrashIngest, type KeptReport } from './crash-ingest.ts';
import type { IngestJob } from './ingest-job.ts';
import { PerformanceIngest, type PerformanceOutcome } from './performance-ingest.ts';
import type { EventChecks } from './screen/event-checks.ts';
import type { Scrubber } from './screen/scrubber.ts';

export interface PreparationTools {
  readonly scrubber: Scrubber;
  readonly checks: EventChecks;
  readonly maxEvents?: number | undefined;
}

/** What accepting a body has come to, short of what cannot be taken back: nothing is spent, kept or counted yet. */
export interface PreparedIngest {
  readonly record: LogRecord;
  readonly outcome: Omit<IngestOutcome, 'limits'> | PerformanceOutcome | { readonly crashId: string };
  /** What is to be counted, in order. */
  readonly counts: readonly OutcomeCount[];
  readonly exposedFlags: readonly string[];
  readonly keptReport?: KeptReport;
}

/** A call of IngestOutcomes. */
export type OutcomeCount = {
  [Name in keyof IngestOutcomes]: readonly [Name, ...Parameters<IngestOutcomes[Name]>];
}[keyof IngestOutcomes];

/** The body is refused, and this is to be counted. */
export class Refused extends Error {
  readonly counts: readonly OutcomeCount[];
  constructor(cause: unknown, counts: readonly OutcomeCount[]) {
    super('refused', { cause });
    this.name = 'Refused';
    this.counts = counts;
  }
}

/** Does all that accepting does, with parts that only remember. Throws Refused. */
export async function prepareIngest(
  kind: IngestKind,
  job: IngestJob,
  tools: PreparationTools,
): Promise<PreparedIngest> {
  const counts: OutcomeCount[] = [];
  const exposedFlags: string[] = [];
  const records: LogRecord[] = [];
  let keptReport: KeptReport | undefined;
  const parts = {
    ...tools,
    log: { append: async (record: LogRecord) => void records.push(record) },
    budget: { spendEvents: async () => [] },
    outcomes: rememberIn(counts),
    onExposure: (_: string, flagKey: string) => void exposedFlags.push(flagKey),
    onKept: (report: KeptReport) => {
      keptReport = report;
    },
  };
  try {
    const outcome = await ingestOf(kind, parts).accept(job);
    const [record] = records;
    if (record === undefined) throw new Error('Nothing was kept of a body that was accepted');
    return { record, outcome, counts, exposedFlags, ...(keptReport === undefined ? {} : { keptReport }) };
  } catch (error) {
    throw new Refused(error, counts);
  }
}

function ingestOf(kind: IngestKind, parts: ConstructorParameters<typeof BatchIngest>[0]) {
  if (kind === 'events') return new BatchIngest(parts);
  return kind === 'metrics' ? new PerformanceIngest(parts) : new CrashIngest(parts);
}

const rememberIn = (counts: OutcomeCount[]): IngestOutcomes => ({
  accepted: (...args) => void counts.push(['accepted', ...args]),
  rejected: (...args) => void counts.push(['rejected', ...args]),
  invalid: (...args) => void counts.push(['invalid', ...args]),
  limited: (...args) => void counts.push(['limited', ...args]),
});
