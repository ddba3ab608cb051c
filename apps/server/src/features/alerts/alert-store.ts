import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Alert, JudgedInterval } from './alert.ts';
import type { AlertState } from './judging/alert-machine.ts';
import type { Verdict } from './judging/verdict.ts';

export type AlertSettings = Pick<
  Alert,
  'name' | 'query' | 'interval' | 'step' | 'condition' | 'forIntervals' | 'recovery' | 'remind' | 'webhookIds'
>;
export type NewAlert = AlertSettings & Pick<Alert, 'projectId' | 'environmentId'>;

/** A listed alert, with the values of its latest complete intervals, oldest first. */
export interface ListedAlert extends Alert {
  readonly recent: readonly (number | null)[];
}

/** What a check found, or why there was none. */
export type AlertFinding = { readonly verdicts: readonly Verdict[] } | { readonly failure: string };

export interface AlertTransition {
  readonly id: string;
  readonly from: AlertState;
  readonly to: AlertState;
  readonly atMs: number;
  readonly judged: JudgedInterval | null;
  readonly message: string | null;
  readonly told: 'sent' | 'muted' | 'held_back' | 'none';
}

/** A complete interval, as it was judged last. */
export type AlertPoint = Pick<Verdict, 'fromMs' | 'toMs' | 'value' | 'low' | 'high'> & { readonly isBreached: boolean };

export interface AlertHistory {
  /** Newest first. */
  readonly transitions: readonly AlertTransition[];
  /** Oldest first. */
  readonly points: readonly AlertPoint[];
}

export interface AlertFilter {
  readonly projectId: string;
  readonly environmentId: string;
  readonly state?: AlertState;
}

/**
 * Alerts of environments, their states and what came of them.
 *
 * Promises:
 * - a project has 50 alerts at most (WrongState 'TOO_MANY_ALERTS'), and names only webhooks of its own (Unacceptable);
 * - a change of state, what is told of it and the entry in the history are stored together or not at all; what is told
 *   of an alert is by turns that it fires and that it is resolved, reminders aside;
 * - a finding about an earlier revision of the alert changes nothing;
 * - an edit of what is watched keeps an open incident open: the next finding decides;
 * - what the project does not have: undefined or false, and nothing changes.
 */
export interface AlertStore {
  create(alert: NewAlert, actor: Actor): Promise<ListedAlert>;
  list(filter: AlertFilter, page: PageRequest): Promise<Page<ListedAlert>>;
  find(projectId: string, id: string): Promise<ListedAlert | undefined>;
  update(projectId: string, id: string, patch: Partial<AlertSettings>, actor: Actor): Promise<ListedAlert | undefined>;
  mute(
    projectId: string,
    id: string,
    mute: Pick<Alert, 'isMuted' | 'mutedUntilMs'>,
    actor: Actor,
  ): Promise<ListedAlert | undefined>;
  remove(projectId: string, id: string, actor: Actor): Promise<boolean>;
  history(projectId: string, id: string): Promise<AlertHistory | undefined>;
  /** Another text whenever `watched` is another list, or one of its alerts was edited. */
  mark(): Promise<string>;
  watched(): Promise<readonly Alert[]>;
  /** Records a finding. Answers the change of state; undefined where there is none. */
  judge(
    id: string,
    revision: number,
    finding: AlertFinding,
    nowMs: number,
  ): Promise<Pick<AlertTransition, 'from' | 'to'> | undefined>;
}
