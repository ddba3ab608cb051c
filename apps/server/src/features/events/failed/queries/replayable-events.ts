import { defineQuery } from '../../../../analytics/query.ts';
import type { Scope } from '../../../../edge/scope.ts';
import type { FailedEventFilter } from './failed-events.ts';

/** Which failed events can be stored after all? Those of these ids, whatever they are, or the oldest that match. */
export interface ReplayableEventsParams {
  readonly scope: Scope;
  readonly ids?: readonly string[];
  readonly filter: FailedEventFilter;
  readonly limit: number;
  /** Said in their rows as the moment of the replay. */
  readonly replayedAtMs: number;
  /** Ids that have been replayed and may not be stored yet. */
  readonly claimed: readonly string[];
}

export interface ReplayableEvent {
  readonly id: string;
  readonly state: 'open' | 'replayed' | 'not_replayable';
  readonly receivedAtMs: number;
  /** The body of the record that replays it, as JSON. */
  readonly bodyJson: string;
  /** Its wire form once it has been replayed, as JSON. */
  readonly rowJson: string;
}

export interface ReplayableEvents {
  readonly events: readonly ReplayableEvent[];
  /** How many match and are open, these included. */
  readonly open: number;
  /** Those of the claimed ids that are known to have been replayed. */
  readonly settled: readonly string[];
}

export const replayableEventsQuery = defineQuery<ReplayableEventsParams, ReplayableEvents>('replayableEvents');
