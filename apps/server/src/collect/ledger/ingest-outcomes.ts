import type { Scope } from '../../edge/scope.ts';
import type { RejectReason } from '../ingest/screen/reject-reasons.ts';

export type IngestKind = 'events' | 'crashes' | 'metrics';

type InvalidReason = RejectReason | 'body_invalid';

/** Where every received item is counted, under exactly one of these. */
export interface IngestOutcomes {
  accepted(kind: IngestKind, count: number): void;
  /** Refused beside accepted neighbours; kept as a failed event. */
  rejected(kind: IngestKind, reason: RejectReason, count: number): void;
  /** Part of a request that was answered 400, or one of too many rejected metrics of a body; nothing of it is kept. */
  invalid(scope: Scope, kind: IngestKind, reason: InvalidReason, count: number): void;
  /** Part of a batch that did not fit the plan; nothing of it is kept. */
  limited(scope: Scope, kind: IngestKind, count: number): void;
}
