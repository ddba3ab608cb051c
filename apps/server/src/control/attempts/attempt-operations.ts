import { WrongState } from '../control-errors.ts';
import { reading, writing } from '../operation.ts';
import type { Db } from '../sql/db.ts';
import {
  ADD_SHIPPED,
  BEGIN_ATTEMPT,
  COMMIT_ATTEMPT,
  FIND_LOG,
  FORGET_ATTEMPT,
  GIVE_UP_OPEN,
  LIST_ATTEMPTS,
  LIST_LOGS,
  LIST_SHIPPED,
  NEWEST_ATTEMPT,
  REMOVE_EARLIER_COMMITTED,
  REMOVE_SHIPPED,
  SAVE_LOG,
  SUM_SHIPPED,
} from './attempt-statements.ts';
import type {
  CommittedAttempts,
  LoadAttempt,
  LoadedLog,
  ShippedSegment,
  Totals,
  WaitingSegments,
} from './attempt-store.ts';

/** One attempt names so many segments at the most: thousands of tiny ones would take longer to fetch than to load. */
const MAX_SEGMENTS = 256;

export const attemptOperations = {
  ship: writing(async (db, segments: readonly ShippedSegment[]): Promise<void> => {
    const shippedAtMs = Date.now();
    for (const segment of segments) {
      const log = await db.one(FIND_LOG, { logId: segment.logId });
      if (!isLoaded(log, segment.number)) await db.run(ADD_SHIPPED, { ...segment, shippedAtMs });
    }
  }),
  begin: writing(async (db, maxBytes: number): Promise<LoadAttempt | undefined> => {
    const nowMs = Date.now();
    await db.run(GIVE_UP_OPEN, { nowMs });
    const segments = firstOf(await db.all(LIST_SHIPPED, { limit: MAX_SEGMENTS }), maxBytes);
    if (segments.length === 0) return undefined;
    const logs = await logsOf(db, segments);
    const { counters } = committedIn(await db.all(LIST_ATTEMPTS, {}));
    const attempt = ((await db.one(NEWEST_ATTEMPT, {}))?.attempt ?? 0) + 1;
    await db.run(BEGIN_ATTEMPT, { attempt, nowMs, counters });
    return { attempt, segments, logs, counters };
  }),
  commit: writing(
    async (
      db,
      attempt: number,
      segments: readonly Pick<ShippedSegment, 'logId' | 'number'>[],
      logs: readonly LoadedLog[],
      counters: Totals,
    ): Promise<void> => {
      if ((await db.run(COMMIT_ATTEMPT, { attempt, nowMs: Date.now(), counters })) !== 1) {
        throw new WrongState('given_up', `Attempt ${attempt} to load segments was abandoned.`);
      }
      await db.run(REMOVE_EARLIER_COMMITTED, { attempt });
      for (const log of logs) await db.run(SAVE_LOG, log);
      for (const { logId, number } of segments) await db.run(REMOVE_SHIPPED, { logId, number });
    },
  ),
  committed: reading(async (db): Promise<CommittedAttempts> => committedIn(await db.all(LIST_ATTEMPTS, {}))),
  waiting: reading(
    async (db): Promise<WaitingSegments> =>
      (await db.one(SUM_SHIPPED, {})) ?? { segments: 0, bytes: 0, oldestSealedAtMs: null },
  ),
  givenUp: reading(async (db, beforeMs: number): Promise<readonly number[]> => {
    const attempts = await db.all(LIST_ATTEMPTS, {});
    return attempts
      .filter(({ state, endedAtMs }) => state === 'given_up' && (endedAtMs ?? 0) < beforeMs)
      .map(({ attempt }) => attempt);
  }),
  forget: writing(async (db, attempt: number): Promise<void> => void (await db.run(FORGET_ATTEMPT, { attempt }))),
  logs: reading(async (db): Promise<readonly LoadedLog[]> => await db.all(LIST_LOGS, {})),
  adopt: writing(async (db, newest: number, logs: readonly LoadedLog[], counters: Totals): Promise<void> => {
    if (((await db.one(NEWEST_ATTEMPT, {}))?.attempt ?? 0) > 0) {
      throw new WrongState('not_empty', 'Segments have already been loaded into the shared store.');
    }
    const nowMs = Date.now();
    await db.run(BEGIN_ATTEMPT, { attempt: newest, nowMs, counters });
    await db.run(COMMIT_ATTEMPT, { attempt: newest, nowMs, counters });
    for (const log of logs) await db.run(SAVE_LOG, log);
  }),
};

interface StoredAttempt {
  readonly attempt: number;
  readonly state: 'open' | 'committed' | 'given_up';
  readonly counters: Totals;
}

function committedIn(attempts: readonly StoredAttempt[]): CommittedAttempts {
  const last = attempts.filter(({ state }) => state === 'committed').at(-1);
  const newest = last?.attempt ?? 0;
  const hidden = attempts.filter(({ attempt, state }) => state !== 'committed' && attempt < newest);
  const latest = attempts.at(-1)?.attempt ?? 0;
  return { newest, latest, hidden: hidden.map(({ attempt }) => attempt), counters: last?.counters ?? {} };
}

/** As many as fit, and one at the least; each log's in their order. */
function firstOf(waiting: readonly ShippedSegment[], maxBytes: number): readonly ShippedSegment[] {
  const chosen: ShippedSegment[] = [];
  let bytes = 0;
  for (const segment of waiting) {
    bytes += segment.bytes;
    if (chosen.length > 0 && bytes > maxBytes) break;
    chosen.push(segment);
  }
  return chosen.sort((a, b) => (a.logId < b.logId ? -1 : a.logId > b.logId ? 1 : a.number - b.number));
}

async function logsOf(db: Db, segments: readonly ShippedSegment[]): Promise<readonly LoadedLog[]> {
  const logs: LoadedLog[] = [];
  for (const logId of new Set(segments.map((segment) => segment.logId))) {
    const log = await db.one(FIND_LOG, { logId });
    if (log !== undefined) logs.push(log);
  }
  return logs;
}

const isLoaded = (log: LoadedLog | undefined, number: number): boolean =>
  log !== undefined && number <= log.upTo && !log.skipped.some(({ first, last }) => number >= first && number <= last);
