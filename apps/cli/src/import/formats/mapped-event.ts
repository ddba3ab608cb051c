import type { JsonObject } from '@lamppost/protocol';
import type { FieldLog } from './field-log.ts';

/** An event in the form of /v1/import. */
export interface MappedEvent {
  type?: 'track' | 'page' | 'screen' | 'identify' | 'group';
  event?: string;
  event_id?: string;
  timestamp?: string;
  properties: JsonObject;
  context: JsonObject;
}

interface MappedTo {
  readonly event: MappedEvent;
  /** The row is the event already: its text can be sent. */
  readonly isSame?: boolean;
}

/** What becomes of a row: an event, nothing for a reason that is no fault of the row, or a fault. */
export type Mapped = MappedTo | { readonly skipped: string } | { readonly fault: string };

/** Pure but for the log of fields: the same row always gives the same event. */
export type MapRow = (row: JsonObject, fields: FieldLog) => Mapped;
