import { WrongState } from '../control-errors.ts';
import { reading, writing } from '../operation.ts';
import type { Db } from '../sql/db.ts';
import {
  ADD_PART,
  ADD_SHIPPED,
  BEGIN_ATTEMPT,
  COMMIT_ATTEMPT,
  FIND_LOADERS,
  FIND_LOG,
  FORGET_ATTEMPT,
  GIVE_UP_ALL_OPEN,
  GIVE_UP_OPEN,
  HAS_PARTS,
  LIST_ATTEMPTS,
  LIST_LOGS,
  LIST_PARTIAL,
  LIST_PARTS,
  LIST_SHIPPED,
  NEWEST_ATTEMPT,
  REMOVE_EARLIER_COMMITTED,
  REMOVE_PARTS,
  REMOVE_SHIPPED,
  SAVE_LOG,
  SET_COUNTERS,
  SET_LOADERS,
  SUM_SHIPPED,
  SUM_WAITING,
} from './attempt-statements.ts';
import type {
  CommittedAttempts,
  LoadAttempt,
  LoadedLog,
  LoaderShare,
  ShippedSegment,
  Totals,
  WaitingSegment,
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
  begin: writing(async (db, loader: number, maxBytes: number): Promise<LoadAttempt | undefined> => {
    const nowMs = Date.now();
    const share = { loader, loaders: await loadersIn(db) };
    await db.run(GIVE_UP_OPEN, { nowMs, loader });
    if (loader > share.loaders) return undefined;
    const shipped = firstOf(await db.all(LIST_SHIPPED, { ...share, limit: MAX_SEGMENTS }), maxBytes);
    if (shipped.length === 0) return undefined;
    const segments = await withParts(db, shipped, share);
    const attempts = await db.all(LIST_ATTEMPTS, {});
    const previous =
      attempts.filter((one) => one.state === 'committed' && isSameShare(one, share)).at(-1)?.attempt ?? 0;
    const attempt = ((await db.one(NEWEST_ATTEMPT, {}))?.attempt ?? 0) + 1;
    await db.run(BEGIN_ATTEMPT, { attempt, nowMs, ...share });
    return { attempt, ...share, segments, logs: await logsOf(db, segments), previous };
  }),
  commit: writing(
    async (
      db,
      { attempt, loader, loaders }: Pick<LoadAttempt, 'attempt' | 'loader' | 'loaders'>,
      segments: readonly Pick<ShippedSegment, 'logId' | 'number'>[],
      logs: readonly LoadedLog[],
      added: Totals,
    ): Promise<void> => {
      const share = { loader, loaders };
      const { newest, counters } = committedIn(await db.all(LIST_ATTEMPTS, {}));
      if ((await db.run(COMMIT_ATTEMPT, { attempt, nowMs: Date.now(), ...share })) !== 1) {
        throw new WrongState('given_up', `Attempt ${attempt} to load segments was abandoned.`);
      }
      // Loaders commit in any order: the totals are those of the highest number.
      await db.run(SET_COUNTERS, { attempt: Math.max(attempt, newest), counters: sumOf(counters, added) });
      await db.run(REMOVE_EARLIER_COMMITTED, { attempt, ...share });
      for (const log of logs) await db.run(SAVE_LOG, log);
      for (const { logId, number } of segments) await notePart(db, { logId, number }, share);
    },
  ),
  committed: reading(
    async (db): Promise<CommittedAttempts> => ({
      ...committedIn(await db.all(LIST_ATTEMPTS, {})),
      loaders: await loadersIn(db),
      partial: await db.all(LIST_PARTIAL, {}),
    }),
  ),
  waiting: reading(async (db): Promise<WaitingSegments> => {
    const all = (await db.one(SUM_SHIPPED, {})) ?? { segments: 0, bytes: 0, oldestSealedAtMs: null };
    const loaders = await loadersIn(db);
    return { ...all, loaders: loaders === 1 ? [all] : await db.all(SUM_WAITING, { loaders }) };
  }),
  givenUp: reading(async (db, beforeMs: number): Promise<readonly number[]> => {
    const attempts = await db.all(LIST_ATTEMPTS, {});
    return attempts
      .filter(({ state, endedAtMs }) => state === 'given_up' && (endedAtMs ?? 0) < beforeMs)
      .map(({ attempt }) => attempt);
  }),
  forget: writing(async (db, attempt: number): Promise<void> => void (await db.run(FORGET_ATTEMPT, { attempt }))),
  logs: reading(async (db): Promise<readonly LoadedLog[]> => await db.all(LIST_LOGS, {})),
  setLoaders: writing(async (db, loaders: number): Promise<boolean> => {
    if ((await loadersIn(db)) === loaders) return false;
    await db.run(GIVE_UP_ALL_OPEN, { nowMs: Date.now() });
    await db.run(SET_LOADERS, { loaders });
    return true;
  }),
  adopt: writing(async (db, newest: number, logs: readonly LoadedLog[], counters: Totals): Promise<void> => {
    if (((await db.one(NEWEST_ATTEMPT, {}))?.attempt ?? 0) > 0) {
      throw new WrongState('not_empty', 'Segments have already been loaded into the shared store.');
    }
    const nowMs = Date.now();
    const share = { loader: 1, loaders: await loadersIn(db) };
    await db.run(BEGIN_ATTEMPT, { attempt: newest, nowMs, ...share });
    await db.run(COMMIT_ATTEMPT, { attempt: newest, nowMs, ...share });
    await db.run(SET_COUNTERS, { attempt: newest, counters });
    for (const log of logs) await db.run(SAVE_LOG, log);
  }),
};

interface StoredAttempt {
  readonly attempt: number;
  readonly state: 'open' | 'committed' | 'given_up';
  readonly counters: Totals;
}

function committedIn(attempts: readonly StoredAttempt[]): Omit<CommittedAttempts, 'loaders' | 'partial'> {
  const last = attempts.filter(({ state }) => state === 'committed').at(-1);
  const newest = last?.attempt ?? 0;
  const hidden = attempts.filter(({ attempt, state }) => state !== 'committed' && attempt < newest);
  const latest = attempts.at(-1)?.attempt ?? 0;
  return { newest, latest, hidden: hidden.map(({ attempt }) => attempt), counters: last?.counters ?? {} };
}

const loadersIn = async (db: Db): Promise<number> => (await db.one(FIND_LOADERS, {}))?.loaders ?? 1;

const isSameShare = (a: LoaderShare, b: LoaderShare): boolean => a.loader === b.loader && a.loaders === b.loaders;

/** What a load takes back had been counted, though perhaps by a store that is no more: nothing falls below zero. */
const sumOf = (totals: Totals, added: Totals): Totals => ({
  ...totals,
  ...Object.fromEntries(Object.entries(added).map(([name, more]) => [name, Math.max(0, (totals[name] ?? 0) + more)])),
});

/** A segment is done when the last loader has loaded its part. */
async function notePart(db: Db, place: { readonly logId: string; readonly number: number }, share: LoaderShare) {
  if (share.loaders > 1) await db.run(ADD_PART, { ...place, ...share });
  const parts = share.loaders > 1 ? await db.all(LIST_PARTS, place) : [];
  if (share.loaders > 1 && parts.filter(({ loaders }) => loaders === share.loaders).length < share.loaders) return;
  await db.run(REMOVE_PARTS, place);
  await db.run(REMOVE_SHIPPED, place);
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

/** Parts of other loaders that there are now have nothing in common with that of this one. */
async function withParts(
  db: Db,
  segments: readonly ShippedSegment[],
  share: LoaderShare,
): Promise<readonly WaitingSegment[]> {
  const hasParts = ((await db.one(HAS_PARTS, {}))?.parts ?? 0) > 0;
  const found: WaitingSegment[] = [];
  for (const segment of segments) {
    const { logId, number } = segment;
    const parts = hasParts ? await db.all(LIST_PARTS, { logId, number }) : [];
    found.push({ ...segment, loaded: parts.filter(({ loaders }) => loaders !== share.loaders) });
  }
  return found;
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
