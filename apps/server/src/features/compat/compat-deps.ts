import type { BatchIngest, EventBudget } from '../../collect/ingest/batch-ingest.ts';
import type { CrashIngest } from '../../collect/ingest/crash-ingest.ts';
import type { PerformanceIngest } from '../../collect/ingest/performance-ingest.ts';
import type { IngestOutcomes } from '../../collect/ledger/ingest-outcomes.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Gate } from '../../http/access/gate.ts';

/** What the routes of other products' clients are made of: the same parts as our own. */
export interface CompatDeps {
  readonly gate: Pick<Gate, 'admit'>;
  readonly events: Pick<BatchIngest, 'accept'>;
  readonly crashes: Pick<CrashIngest, 'accept'>;
  readonly metrics: Pick<PerformanceIngest, 'accept'>;
  readonly budget: EventBudget;
  readonly outcomes: Pick<IngestOutcomes, 'invalid' | 'limited'>;
  readonly state: Pick<EdgeState, 'served'>;
  readonly noteFlag: (environmentId: string, flagKey: string) => void;
  /** What a client sends that nobody here keeps, such as sessions of Sentry. */
  readonly countIgnored: (client: string, kind: string, count: number) => void;
}
