import type { Wire } from '@lamppost/protocol';
import type { AlertCondition, AlertInterval, WatchedQuery } from './judging/alert-definition.ts';
import type { AlertProgress, AlertState } from './judging/alert-machine.ts';
import type { Told } from './judging/decide-notice.ts';
import type { Verdict } from './judging/verdict.ts';

export interface Alert {
  readonly id: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly name: string;
  readonly query: WatchedQuery;
  readonly interval: AlertInterval;
  /** Of a funnel: the step whose conversion is watched, from 0; null: the last. */
  readonly step: number | null;
  readonly condition: AlertCondition;
  readonly forIntervals: number;
  readonly recovery: AlertRecovery;
  readonly remind: Wire['NewAlertBody']['remind'] & string;
  /** Empty: all that listen. */
  readonly webhookIds: readonly string[];
  /** Another one with every edit. */
  readonly revision: number;
  readonly state: AlertState;
  readonly stateSinceMs: number;
  readonly message: string | null;
  readonly judged: JudgedInterval | null;
  readonly progress: AlertProgress;
  readonly told: Told;
  readonly isMuted: boolean;
  /** Null: until it is unmuted. */
  readonly mutedUntilMs: number | null;
  readonly checkedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

interface AlertRecovery {
  readonly marginPercent: number;
  readonly intervals: number;
}

export type JudgedInterval = Pick<Verdict, 'fromMs' | 'toMs' | 'value' | 'usual'>;
