import { ApiError, HOUR_MS, MINUTE_MS, SECOND_MS } from '@lamppost/protocol';
import { QueryRejected, QueryTooHeavy, StoreUnavailable } from '../../analytics/analytics-store.ts';
import { ControlUnavailable } from '../../control/control-errors.ts';
import { failPoint } from '../../telemetry/fail-points.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Alert } from './alert.ts';
import type { AlertEvaluator } from './alert-evaluator.ts';
import type { AlertFinding, AlertStore } from './alert-store.ts';
import { intervalRules } from './judging/alert-calendar.ts';
import { measuredBy } from './judging/measured.ts';

export interface AlertWatchDeps {
  readonly alerts: Pick<AlertStore, 'mark' | 'watched' | 'judge'>;
  readonly evaluator: Pick<AlertEvaluator, 'judge' | 'keepOnly'>;
  /** Whether this process is the one that watches. */
  readonly isHere: () => boolean;
  /** Moves whenever something was stored. */
  readonly dataRevision: () => number;
  readonly logger: Logger;
  readonly clock?: () => number;
}

/** The last check of an alert. */
interface Checked {
  readonly atMs: number;
  readonly recordedAtMs: number;
  readonly tookMs: number;
  readonly dataRevision: number;
  readonly finding: AlertFinding;
  /** When an interval settles that was not. */
  readonly settlesAtMs: number;
  /** How often the query failed in a row. */
  readonly failures: number;
}

const LOOK_EVERY_MS = SECOND_MS;
/** As data arrives: soon where an interval that is not over can make it fire, else only for late data. */
const GROWING_PAUSE_MS = 2 * SECOND_MS;
const LATE_PAUSE_MS = MINUTE_MS;
/** For reminders, for the end of a mute, and so that people see that it is watched. */
const RECORD_EVERY_MS = MINUTE_MS;
const FIRST_RETRY_MS = 15 * SECOND_MS;
const MAX_RETRY_MS = HOUR_MS;
/** Alerts take at most a third of the time of one query at a time. */
const PAUSE_PER_CHECK = 2;
const MAX_PAUSE_MS = 10 * SECOND_MS;
const TIME_LIMIT_MS = 15 * SECOND_MS;

/**
 * Judges alerts as data arrives and when intervals are over, one at a time and those first that were checked longest ago.
 * What is decided and told is recorded by the store in one transaction: an interruption neither loses nor repeats a message.
 */
export class AlertWatch {
  readonly #deps: AlertWatchDeps;
  readonly #stopping = new AbortController();
  readonly #clock: () => number;
  #watched: readonly Alert[] = [];
  #mark = '';
  /** By id and revision. */
  #checks = new Map<string, Checked>();
  #rounds: IntervalTask | undefined;

  constructor(deps: AlertWatchDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
  }

  start(): void {
    this.#rounds = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not check alerts; retrying'),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds?.stop();
  }

  /** One round: every alert that is due. */
  async look(): Promise<void> {
    if (!this.#deps.isHere()) return;
    await this.#readWatched();
    const lastCheck = (alert: Alert): number => this.#checks.get(keyOf(alert))?.atMs ?? 0;
    const inTurn = [...this.#watched].sort((a, b) => lastCheck(a) - lastCheck(b));
    for (const alert of inTurn) {
      if (this.#stopping.signal.aborted || !this.#deps.isHere()) return;
      const last = this.#checks.get(keyOf(alert));
      if (this.#isDue(alert, last)) await this.#check(alert, last);
      else if (last !== undefined && this.#clock() - last.recordedAtMs >= RECORD_EVERY_MS)
        await this.#repeat(alert, last);
    }
  }

  async #readWatched(): Promise<void> {
    const mark = await this.#deps.alerts.mark();
    if (mark === this.#mark) return;
    this.#watched = await this.#deps.alerts.watched();
    this.#mark = mark;
    const keys = new Set(this.#watched.map(keyOf));
    this.#checks = new Map([...this.#checks].filter(([key]) => keys.has(key)));
    this.#deps.evaluator.keepOnly(keys);
  }

  #isDue(alert: Alert, last: Checked | undefined): boolean {
    if (last === undefined) return true;
    const nowMs = this.#clock();
    if (last.failures > 0) return nowMs >= last.atMs + retryMs(last.failures);
    if (nowMs >= last.settlesAtMs) return true;
    const pauseMs = Math.max(isSoon(alert) ? GROWING_PAUSE_MS : LATE_PAUSE_MS, PAUSE_PER_CHECK * last.tookMs);
    return last.dataRevision !== this.#deps.dataRevision() && nowMs >= last.atMs + pauseMs;
  }

  async #check(alert: Alert, last: Checked | undefined): Promise<void> {
    const dataRevision = this.#deps.dataRevision();
    const startedMs = performance.now();
    const nowMs = this.#clock();
    const finding = await this.#find(alert, nowMs);
    if (finding === undefined) return;
    const tookMs = performance.now() - startedMs;
    const failures = 'failure' in finding ? (last?.failures ?? 0) + 1 : 0;
    const settlesAtMs = settlesAt(alert, finding, nowMs);
    await this.#record(alert, finding, nowMs);
    const checked = { atMs: nowMs, recordedAtMs: nowMs, tookMs, dataRevision, finding, settlesAtMs, failures };
    this.#checks.set(keyOf(alert), checked);
    await this.#pause(Math.min(MAX_PAUSE_MS, PAUSE_PER_CHECK * tookMs));
  }

  /** Without asking again. */
  async #repeat(alert: Alert, last: Checked): Promise<void> {
    const nowMs = this.#clock();
    await this.#record(alert, last.finding, nowMs);
    this.#checks.set(keyOf(alert), { ...last, recordedAtMs: nowMs });
  }

  /** Undefined where the store or the control plane is away: that says nothing of the query. */
  async #find(alert: Alert, nowMs: number): Promise<AlertFinding | undefined> {
    const { evaluator, logger } = this.#deps;
    const scope = { projectId: alert.projectId, environmentId: alert.environmentId };
    try {
      const options = { signal: this.#stopping.signal, timeLimitMs: TIME_LIMIT_MS };
      return { verdicts: await evaluator.judge({ key: keyOf(alert), definition: alert, scope }, nowMs, options) };
    } catch (error) {
      const isAway = error instanceof StoreUnavailable || error instanceof ControlUnavailable;
      if (isAway || this.#stopping.signal.aborted) return undefined;
      const isKnown = error instanceof QueryRejected || error instanceof QueryTooHeavy || error instanceof ApiError;
      if (!isKnown) logger.warn({ err: error, alert: alert.id }, 'Could not check an alert; retrying later');
      return { failure: isKnown ? error.message : 'an internal error, which the log of the server describes' };
    }
  }

  async #record(alert: Alert, finding: AlertFinding, nowMs: number): Promise<void> {
    if ('verdicts' in finding && finding.verdicts.some(({ outcome }) => outcome === 'breached')) {
      failPoint('alerts.breached');
    }
    const changed = await this.#deps.alerts.judge(alert.id, alert.revision, finding, nowMs);
    if (changed !== undefined) {
      if (changed.to === 'firing') failPoint('alerts.fired');
      const about = { alert: alert.id, name: alert.name, from: changed.from, to: changed.to };
      this.#deps.logger.info(about, 'An alert changed its state');
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}

const keyOf = ({ id, revision }: Alert): string => `${id}/${revision}`;

const retryMs = (failures: number): number => Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));

/** Whether data of an interval that is not over can make it fire. */
function isSoon(alert: Alert): boolean {
  const { condition } = alert;
  const isUpward = condition.kind === 'threshold' ? condition.op === 'above' : condition.direction !== 'down';
  return isUpward && measuredBy(alert).isGrowing;
}

function settlesAt({ interval }: Alert, finding: AlertFinding, nowMs: number): number {
  const open = 'verdicts' in finding ? finding.verdicts.find(({ isSettled }) => !isSettled) : undefined;
  return open === undefined ? nowMs + MINUTE_MS : open.toMs + intervalRules[interval].settleMs;
}
