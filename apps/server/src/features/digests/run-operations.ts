import { HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { uuidv7 } from 'uuidv7';
import { WrongState } from '../../control/control-errors.ts';
import { enqueueDelivery } from '../../control/notices/enqueue-delivery.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { timezoneOf } from '../projects/require-project.ts';
import { nextRunAfter, periodBefore } from './digest-schedule.ts';
import {
  DELETE_EXPIRED_PICTURES,
  DELETE_OLD_RUNS,
  DIGEST_BY_ID,
  DUE_DIGESTS,
  FIND_DIGEST,
  FIND_RUN,
  HAS_PENDING,
  INSERT_PICTURE,
  INSERT_RUN,
  PENDING_RUNS,
  PICTURE_OF_TOKEN,
  PICTURES,
  RUN_OF_PERIOD,
  SET_NEXT,
  SETTLE_RUN,
  TARGETS,
} from './digest-statements.ts';
import type { Digest, DigestRun, DigestStore, MadeDigest, RunOrigin } from './digest-store.ts';

/** Later than this a summary is old news. */
const MAX_LATE_MS = 12 * HOUR_MS;
const MAX_RETRY_MS = 30 * MINUTE_MS;
const KEPT_RUNS = 50;
const MAX_REASON = 500;

export const runOperations = {
  requestRun: writing(async (db, projectId: string, id: string, nowMs: number): Promise<DigestRun | undefined> => {
    const digest = await db.one(FIND_DIGEST, { projectId, id });
    if (digest === undefined) return undefined;
    if (digest.pauseReason === 'dashboard_deleted' || digest.pauseReason === 'targets_deleted') {
      const what = digest.pauseReason === 'dashboard_deleted' ? 'Its dashboard was' : 'All its targets were';
      throw new WrongState('DIGEST_PAUSED', `${what} deleted: there is nothing to send.`);
    }
    if ((await db.one(HAS_PENDING, { digestId: digest.id })) !== undefined) {
      throw new WrongState('DIGEST_PENDING', 'The digest is already being made.');
    }
    const run = await newRun(db, digest, 'manual', nowMs, nowMs);
    await db.run(INSERT_RUN, run);
    return run;
  }),
  due: reading((db, nowMs: number): Promise<readonly Digest[]> => db.all(DUE_DIGESTS, { nowMs })),
  claim: writing(claim),
  pendingRuns: reading(async (db, nowMs: number) => {
    const pending: { run: DigestRun; digest: Digest }[] = [];
    for (const run of await db.all(PENDING_RUNS, { nowMs })) {
      const digest = await db.one(DIGEST_BY_ID, { id: run.digestId });
      if (digest !== undefined) pending.push({ run, digest });
    }
    return pending;
  }),
  complete: writing(complete),
  failAttempt: writing(
    async (db, runId: string, { reason, isFinal }: Parameters<DigestStore['failAttempt']>[1], nowMs: number) => {
      const run = await db.one(FIND_RUN, { id: runId });
      if (run?.state !== 'pending') return;
      const attempts = run.attempts + 1;
      const isOver = isFinal === true || nowMs - run.dueAtMs >= MAX_LATE_MS;
      await db.run(SETTLE_RUN, {
        ...run,
        attempts,
        state: isOver ? 'failed' : 'pending',
        retryAtMs: nowMs + Math.min(MAX_RETRY_MS, 5_000 * 2 ** Math.min(attempts, 20)),
        reason: storeText(reason.slice(0, MAX_REASON)),
        finishedAtMs: isOver ? nowMs : null,
      });
    },
  ),
  pictures: reading((db, ids: readonly string[]) => db.all(PICTURES, { ids })),
  pictureOf: reading(
    async (db, tokenHash: string, nowMs: number): Promise<string | undefined> =>
      (await db.one(PICTURE_OF_TOKEN, { tokenHash, nowMs }))?.png,
  ),
  sweep: writing(async (db, nowMs: number): Promise<void> => {
    await db.run(DELETE_OLD_RUNS, { kept: KEPT_RUNS });
    await db.run(DELETE_EXPIRED_PICTURES, { nowMs });
  }),
};

/** The run and the time of the next one are one transaction: a period is neither forgotten nor made twice. */
async function claim(db: Db, id: string, dueAtMs: number, nowMs: number): Promise<boolean> {
  const digest = await db.one(DIGEST_BY_ID, { id });
  if (digest?.status !== 'active' || digest.nextAtMs !== dueAtMs || dueAtMs > nowMs) return false;
  await db.run(SET_NEXT, { id, nextAtMs: nextRunAfter(digest, await timezoneOf(db, digest.projectId), dueAtMs) });
  const run = await newRun(db, digest, 'schedule', dueAtMs, nowMs);
  // Where the time of day was changed, the period may have had its run.
  if ((await db.one(RUN_OF_PERIOD, { digestId: id, fromMs: run.fromMs, toMs: run.toMs })) !== undefined) return true;
  const isLate = nowMs - dueAtMs >= MAX_LATE_MS;
  const skipped = {
    state: 'skipped',
    reason: 'No server ran within 12 hours of its time',
    finishedAtMs: nowMs,
  } as const;
  await db.run(INSERT_RUN, isLate ? { ...run, ...skipped } : run);
  return true;
}

async function newRun(db: Db, digest: Digest, origin: RunOrigin, dueAtMs: number, nowMs: number): Promise<DigestRun> {
  return {
    id: uuidv7(),
    digestId: digest.id,
    origin,
    ...periodBefore(digest.frequency, await timezoneOf(db, digest.projectId), dueAtMs),
    dueAtMs,
    state: 'pending',
    attempts: 0,
    reason: null,
    deliveries: [],
    createdAtMs: nowMs,
    finishedAtMs: null,
  };
}

/** Deliveries, pictures and the end of the run are one transaction: from here on the queue of webhooks takes care. */
async function complete(db: Db, runId: string, made: MadeDigest, nowMs: number): Promise<void> {
  const run = await db.one(FIND_RUN, { id: runId });
  const digest = run && (await db.one(DIGEST_BY_ID, { id: run.digestId }));
  if (run?.state !== 'pending' || digest === undefined) return;
  const { projectId, targets: ids } = digest;
  const targets = ids.length === 0 ? [] : await db.all(TARGETS, { projectId, ids });
  const deliveries: DigestRun['deliveries'][number][] = [];
  const left: string[] = [];
  for (const { id: endpointId, name, status } of targets) {
    const message = { endpointId, messageId: made.messageId, type: 'digest.sent', payload: made.payload } as const;
    const deliveryId = status === 'disabled' ? undefined : await enqueueDelivery(db, { ...message, atMs: nowMs });
    if (deliveryId === undefined) left.push(`${name} ${status === 'disabled' ? 'is disabled' : 'has a full queue'}`);
    else deliveries.push({ endpointId, deliveryId });
  }
  const isSent = deliveries.length > 0;
  if (isSent) {
    for (const picture of made.pictures) {
      await db.run(INSERT_PICTURE, { ...picture, runId, expiresAtMs: made.picturesExpireAtMs });
    }
  }
  const reason = left.length > 0 ? `Not sent: ${left.join(', ')}` : isSent ? null : 'There is no target';
  await db.run(SETTLE_RUN, {
    id: runId,
    attempts: run.attempts,
    state: isSent ? 'sent' : 'failed',
    retryAtMs: nowMs,
    reason: reason && storeText(reason.slice(0, MAX_REASON)),
    deliveries,
    finishedAtMs: nowMs,
  });
}
