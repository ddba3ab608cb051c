import type { ErrorCode, ErrorDetails } from '@lamppost/protocol';
import type { SnapshotSchema } from '../../../edge/edge-snapshot.ts';
import type { IngestKind } from '../../ledger/ingest-outcomes.ts';
import type { IngestJob } from '../ingest-job.ts';
import type { OutcomeCount, PreparedIngest } from '../prepare-ingest.ts';

/** What the thread is started with. */
export interface IngestThreadSettings {
  readonly scrub: boolean;
  readonly scrubKeys: readonly string[];
  /** Of a batch; default: what clients may send. */
  readonly maxEvents?: number;
}

/** What goes to the thread and comes back. */
export interface IngestWork {
  readonly kind: IngestKind;
  readonly job: IngestJob;
  /** Of the project, by event name. */
  readonly schemas?: ReadonlyMap<string, SnapshotSchema>;
}

export type IngestReply =
  | { readonly prepared: PreparedIngest }
  | { readonly refusal: CarriedError; readonly counts: readonly OutcomeCount[] }
  | { readonly failure: string };

interface CarriedError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status: number;
  readonly details?: ErrorDetails;
}

/** What can be moved to another thread instead of being copied: memory that nothing else lies in. */
export const ownMemory = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
