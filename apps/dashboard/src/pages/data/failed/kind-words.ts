import type { Wire } from '@lamppost/protocol';
import type { Tone } from '../../../design/primitives/status-badge.tsx';

export type FailedEvent = Wire['FailedEventRow'];

export const kindWords: Readonly<
  Record<FailedEvent['kind'], { readonly label: string; readonly tone: Tone; readonly sentence: string }>
> = {
  rejected: {
    label: 'Rejected',
    tone: 'warn',
    sentence:
      "The event was invalid, and the response said why. It can't be replayed; the app can send it again with the same id.",
  },
  quarantined: {
    label: 'Quarantined',
    tone: 'neutral',
    sentence: "Didn't match its schema. Replay it once the schema is fixed, or if the event is fine as it is.",
  },
  poison: {
    label: 'Not stored',
    tone: 'bad',
    sentence: "Accepted, but couldn't be stored. Replay it once the cause is fixed.",
  },
};

export const canReplay = ({ kind, replayed_at: replayedAt }: Pick<FailedEvent, 'kind' | 'replayed_at'>): boolean =>
  kind !== 'rejected' && replayedAt === null;

/** Whose event it was, as far as what was sent says so. */
export function senderOf(raw: unknown): string | undefined {
  const context = member(raw, 'context');
  const user = member(context, 'user');
  const candidates = [member(raw, 'user_id'), member(user, 'id'), member(user, 'anonymous_id')];
  return candidates.find((id): id is string => typeof id === 'string' && id !== '');
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

export interface ReplayState {
  /** How many there were when it began. */
  readonly total: number;
  readonly replayed: number;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
}

/** How far a replay of many is, 0 to 100. */
export const replayPercent = ({ total, replayed }: Pick<ReplayState, 'total' | 'replayed'>): number =>
  total === 0 ? 100 : Math.min(100, (replayed / total) * 100);
