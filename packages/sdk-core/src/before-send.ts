/** An event in the words of the wire. */
export interface OutgoingEvent {
  /** Absent for page views, whose `type` is `page`. */
  event?: string;
  type?: string;
  properties?: Record<string, unknown>;
  [member: string]: unknown;
}

/** A crash report in the words of the wire. */
export interface OutgoingCrash {
  exception_type: string;
  exception_message: string;
  stack_trace: string;
  breadcrumbs: { timestamp: string; category: string; message: string }[];
  custom_data: Record<string, unknown>;
  [member: string]: unknown;
}

/** A performance metric in the words of the wire. */
export interface OutgoingMetric {
  metric_type: string;
  metric_name: string;
  value_ms: number;
  attributes?: Record<string, unknown>;
  [member: string]: unknown;
}

/** What is about to be stored and sent. It is a copy: whatever is changed changes nothing else. */
export type Outgoing =
  | {
      kind: 'event';
      item: OutgoingEvent;
      /** Device, user, session, app, flags, … */
      context: Record<string, unknown>;
    }
  | { kind: 'crash'; item: OutgoingCrash }
  | { kind: 'metric'; item: OutgoingMetric; context: Record<string, unknown> };

/**
 * Is given each event, crash and metric before it is stored or sent, and returns it, changed or not; null: it is dropped.
 * When it throws, or returns anything else, the item is dropped too, counted in `status().dropped` and logged.
 */
export type BeforeSend = (outgoing: Outgoing) => Outgoing | null;
