import type { RejectReason } from './reject-reasons.ts';

export type IngestKind = 'events' | 'crashes' | 'metrics';

/** Where every received item is counted, under exactly one of these. */
export interface IngestOutcomes {
  accepted(kind: IngestKind, count: number): void;
  /** Refused beside accepted neighbours; kept as a failed event. */
  rejected(kind: IngestKind, reason: RejectReason): void;
  /** Part of a request that was answered 400. */
  invalid(kind: IngestKind, reason: RejectReason | 'body_invalid'): void;
  /** Part of a batch that did not fit the plan. */
  limited(kind: IngestKind, count: number): void;
}
