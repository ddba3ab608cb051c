export interface EventFilter {
  readonly event?: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly deviceId?: string;
  readonly sessionId?: string;
  /** By the event's own time; from is inclusive, to exclusive. */
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Part of the name, an id or the properties' JSON, without regard to case. */
  readonly search?: string;
}
