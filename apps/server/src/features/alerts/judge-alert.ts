import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { emitNotice } from '../../control/notices/emit-notice.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Alert } from './alert.ts';
import { alertNotice } from './alert-notice.ts';
import {
  FIND_JUDGED,
  INSERT_TRANSITION,
  LIST_POINTS,
  PRUNE_POINTS,
  PRUNE_TRANSITIONS,
  SAVE_ALERT,
  SAVE_POINT,
} from './alert-statements.ts';
import type { AlertFinding, AlertPoint, AlertTransition } from './alert-store.ts';
import { type Advanced, advance, failed } from './judging/alert-machine.ts';
import { decideNotice } from './judging/decide-notice.ts';
import type { Verdict } from './judging/verdict.ts';

export const KEPT_POINTS = 1_000;
export const KEPT_TRANSITIONS = 500;

/** Records what a check found: the state, the history and the message, in one transaction. */
export async function judgeAlert(
  db: Db,
  id: string,
  revision: number,
  finding: AlertFinding,
  nowMs: number,
): Promise<Pick<AlertTransition, 'from' | 'to'> | undefined> {
  const row = await db.one(FIND_JUDGED, { id });
  if (row === undefined || row.revision !== revision) return undefined;
  const before = unmutedIfOver(readAlert(row), nowMs);
  const advanced = advancedBy(before, finding, nowMs);
  const { state, progress, deciding } = advanced;
  const { notice, withheld, told } = decideNotice(
    before.told,
    { isFiring: progress.incident !== null, isMuted: before.isMuted, remind: before.remind },
    nowMs,
  );
  const after: Alert = {
    ...before,
    state,
    stateSinceMs: state === before.state ? before.stateSinceMs : nowMs,
    progress,
    told,
    message: 'failure' in finding ? `The query failed: ${finding.failure}` : (deciding?.message ?? before.message),
    judged: deciding === undefined ? before.judged : judgedOf(deciding),
    checkedAtMs: nowMs,
  };
  await saveAlert(db, after);
  if ('verdicts' in finding) await savePoints(db, id, finding.verdicts);
  const sent = notice === null ? 0 : await emitNotice(db, alertNotice(before, after, notice, nowMs));
  if (state === before.state) return undefined;
  const { judged, message } = after;
  const transition = { fromState: before.state, toState: state, atMs: nowMs, judged, message };
  const outcome = sent > 0 ? 'sent' : (withheld ?? 'none');
  await db.run(INSERT_TRANSITION, { ...transition, id: uuidv7(), alertId: id, told: outcome });
  await db.run(PRUNE_TRANSITIONS, { alertId: id, kept: KEPT_TRANSITIONS });
  return { from: before.state, to: state };
}

function advancedBy({ progress, forIntervals, recovery }: Alert, finding: AlertFinding, nowMs: number): Advanced {
  if ('failure' in finding) return failed(progress);
  return advance(progress, finding.verdicts, { forIntervals, recoveryIntervals: recovery.intervals }, nowMs);
}

const unmutedIfOver = (alert: Alert, nowMs: number): Alert =>
  alert.isMuted && alert.mutedUntilMs !== null && alert.mutedUntilMs <= nowMs
    ? { ...alert, isMuted: false, mutedUntilMs: null }
    : alert;

const judgedOf = ({ fromMs, toMs, value, usual }: Verdict) => ({ fromMs, toMs, value, usual });

/** Only those that are new or have changed. */
async function savePoints(db: Db, alertId: string, verdicts: readonly Verdict[]): Promise<void> {
  const settled = verdicts.filter(({ isSettled }) => isSettled).map(pointOf);
  const stored = new Map(
    (await db.all(LIST_POINTS, { alertId, limit: settled.length + 1 })).map((point) => [point.fromMs, point]),
  );
  const changed = settled.filter((point) => !isDeepStrictEqual(point, stored.get(point.fromMs)));
  for (const point of changed) await db.run(SAVE_POINT, { ...point, alertId });
  if (changed.length > 0) await db.run(PRUNE_POINTS, { alertId, kept: KEPT_POINTS });
}

const pointOf = ({ fromMs, toMs, value, low, high, outcome }: Verdict): AlertPoint => ({
  fromMs,
  toMs,
  value,
  low,
  high,
  isBreached: outcome === 'breached',
});

type AlertColumns = NonNullable<typeof FIND_JUDGED.types>['row'];

export const readAlert = ({ definition, ...alert }: AlertColumns): Alert => ({ ...alert, ...definition });

export async function saveAlert(db: Db, alert: Alert): Promise<void> {
  const { query, interval, step, condition, forIntervals, recovery, ...rest } = alert;
  await db.run(SAVE_ALERT, { ...rest, definition: { query, interval, step, condition, forIntervals, recovery } });
}
