/** What a record is about. `events` is the common case and is not written out in the line. */
export type RecordKind =
  | 'events'
  | 'crash'
  | 'metrics'
  | 'device'
  | 'link'
  | 'user'
  | 'tally'
  | 'erase'
  | 'expire'
  | 'replay'
  | 'grouping';

/** An event that was refused while its neighbours were kept; becomes a failed event in the store. */
export interface RejectedEvent {
  /** Position in the batch as it was sent. */
  readonly index: number;
  readonly reason: string;
  /** The refused element as JSON without a raw newline; kept as text so that long integers keep their digits. */
  readonly eventJson: string;
  /** Present for one that was accepted and set apart: what storing it later needs and the body does not say any more. */
  readonly setApart?: SetApart;
}

export interface SetApart {
  /** When the batch was sent, by the sender. */
  readonly sentAt?: string;
  /** Added to the event's time because the sender's clock was off. */
  readonly driftMs: number;
}

export interface LogRecord {
  readonly kind: RecordKind;
  readonly projectId: string;
  readonly environmentId: string;
  readonly receivedAtMs: number;
  /** Elements of the batch as it was sent, the refused ones too: what the ledger holds the outcomes against. */
  readonly items?: number;
  /** One JSON value as UTF-8, without a raw newline. */
  readonly body: Buffer;
  readonly rejected?: readonly RejectedEvent[];
}
