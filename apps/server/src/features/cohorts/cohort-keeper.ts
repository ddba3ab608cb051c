import { ApiError, DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { type AnalyticsStore, QueryRejected, QueryTooHeavy } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { type CohortMembersResult, cohortMembersQuery } from '../insights/queries/cohort-members.ts';
import type { CohortLimits } from './cohort-limits.ts';
import type { CohortResolver } from './cohort-resolver.ts';
import type { Cohort, CohortStore } from './cohort-store.ts';

/** Nobody waits for it, and a million people take a while. */
const COMPUTE_LIMIT_MS = 120_000;
const SWEEP_EVERY_MS = 15_000;
/** A cohort is computed before rules that name it are saved: by then they are. */
const WITHDRAW_AFTER_MS = 60_000;

export interface CohortKeeperDeps {
  readonly cohorts: CohortStore;
  readonly resolver: Pick<CohortResolver, 'sourceOf'>;
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly publish: () => Promise<unknown>;
  /** Whether this process is the one that does it. */
  readonly isHere: () => boolean;
  readonly limits: CohortLimits;
  readonly logger: Logger;
}

/** Computes cohorts, again and again, and serves those that rules name. */
export class CohortKeeper {
  readonly #deps: CohortKeeperDeps;
  /** The last of what is under way, by cohort: one thing after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #asked = new Set<string>();
  #task: IntervalTask | undefined;

  constructor(deps: CohortKeeperDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#task = new IntervalTask(
      Math.min(SWEEP_EVERY_MS, this.#deps.limits.everyMs),
      () => this.#sweep(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not check cohorts; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
    await Promise.allSettled(this.#turns.values());
  }

  noteAsked(cohortId: string): void {
    this.#asked.add(cohortId);
  }

  isNamed({ environmentId, key }: Cohort): boolean {
    return this.#deps.state.served(environmentId).cohortKeys.includes(key);
  }

  /** Nobody waits for it. */
  computeSoon(cohort: Cohort): void {
    void this.#computeOrLog(cohort);
  }

  /** Computes it and notes how it went. `isServed`: rules are about to name it. */
  async compute(cohort: Cohort, { isServed = false } = {}): Promise<CohortMembersResult> {
    return await this.#inTurn(cohort, () => this.#compute(cohort, isServed || this.isNamed(cohort)));
  }

  /** The same for anyone who reads in its row what is wrong with it. */
  async computeAndNote(cohort: Cohort): Promise<void> {
    await this.compute(cohort).catch((error: unknown) => {
      if (!isOfCohort(error)) throw error;
    });
  }

  /** Conditions on it match no users from now on. */
  async withdraw({ id }: Cohort): Promise<void> {
    if (await this.#deps.cohorts.serve(id, null)) await this.#deps.publish();
  }

  /** What is under way may have begun before the last change; its own caller handles its error. */
  async #inTurn<T>({ id }: Cohort, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id);
    const turn = Promise.allSettled([before])
      .then(work)
      .finally(() => {
        if (this.#turns.get(id) === turn) this.#turns.delete(id);
      });
    this.#turns.set(id, turn);
    return await turn;
  }

  async #compute(cohort: Cohort, isServed: boolean): Promise<CohortMembersResult> {
    const { cohorts, store, resolver, limits } = this.#deps;
    const { projectId, environmentId } = cohort;
    const atMs = Date.now();
    try {
      const userLimit = isServed ? limits.users : 0;
      const found =
        cohort.kind === 'list'
          ? await this.#readList(cohort, userLimit)
          : await store.run(
              cohortMembersQuery,
              { scope: { projectId, environmentId }, source: await resolver.sourceOf(cohort), userLimit },
              { timeLimitMs: COMPUTE_LIMIT_MS },
            );
      await cohorts.noteOutcome(cohort.id, { size: found.persons, userCount: found.users, atMs });
      if (isServed) await this.#serve(cohort, found);
      return found;
    } catch (error) {
      if (!isOfCohort(error)) throw error;
      await cohorts.noteOutcome(cohort.id, { error: error.message, atMs });
      if (isServed) await this.withdraw(cohort);
      throw error;
    }
  }

  async #readList({ id }: Cohort, userLimit: number): Promise<CohortMembersResult> {
    const { cohorts } = this.#deps;
    const size = await cohorts.countMembers(id);
    const userIds = size > userLimit ? null : await cohorts.userIds(id, '', userLimit);
    return { persons: size, users: size, userIds };
  }

  /** Too many users, so none is served: a part of a cohort would be a different cohort. */
  async #serve(cohort: Cohort, { userIds, users }: CohortMembersResult): Promise<void> {
    const { cohorts, limits, publish } = this.#deps;
    const isRoom = this.usersServedBeside(cohort) + users <= limits.usersInAll;
    if (await cohorts.serve(cohort.id, isRoom ? userIds : null)) await publish();
  }

  /** Of all other cohorts of the environment. */
  usersServedBeside({ environmentId, key }: Cohort): number {
    const { state } = this.#deps;
    return state
      .served(environmentId)
      .cohortKeys.filter((other) => other !== key)
      .reduce((sum, other) => sum + (state.servedUsersOf(environmentId, other) ?? 0), 0);
  }

  async #sweep(): Promise<void> {
    const { cohorts, isHere, state, limits } = this.#deps;
    const asked = [...this.#asked];
    this.#asked.clear();
    if (asked.length > 0) await cohorts.noteAsked(asked, Date.now());
    if (!isHere() || !state.isLoaded) return;
    for (const cohort of await cohorts.all()) {
      const isServed = state.servedUsersOf(cohort.environmentId, cohort.key) !== undefined;
      if (isDue(cohort, this.isNamed(cohort), limits.everyMs, Date.now()) || (!isServed && this.#isMissing(cohort))) {
        await this.#computeOrLog(cohort);
      } else if (isServed && !this.isNamed(cohort)) await this.#withdrawUnnamed(cohort);
    }
  }

  /** Rules name it, and nothing speaks against serving it. */
  #isMissing(cohort: Cohort): boolean {
    const { users, usersInAll } = this.#deps.limits;
    const { error, userCount } = cohort;
    if (!this.isNamed(cohort) || error !== null || userCount === null || userCount > users) return false;
    return this.usersServedBeside(cohort) + userCount <= usersInAll;
  }

  /** Unless it was computed a moment ago for rules that are being saved. */
  async #withdrawUnnamed(cohort: Cohort): Promise<void> {
    await this.#inTurn(cohort, async () => {
      const now = await this.#deps.cohorts.find(cohort, cohort.id);
      const isNew = Date.now() - (now?.triedAtMs ?? 0) < WITHDRAW_AFTER_MS;
      if (!isNew && !this.isNamed(cohort)) await this.withdraw(cohort);
    });
  }

  async #computeOrLog(cohort: Cohort): Promise<void> {
    try {
      await this.compute(cohort);
    } catch (error) {
      const { id: cohortId, key: cohortKey } = cohort;
      this.#deps.logger.warn({ err: error, cohortId, cohortKey }, 'Could not compute a cohort; retrying');
    }
  }
}

/** What is wrong with the cohort itself and would be wrong again. */
const isOfCohort = (error: unknown): error is Error =>
  (error instanceof ApiError && error.status < 500) || error instanceof QueryRejected || error instanceof QueryTooHeavy;

/** At once after a change; often where it is used; else once an hour. */
function isDue(cohort: Cohort, isNamed: boolean, everyMs: number, nowMs: number): boolean {
  const { triedAtMs, updatedAtMs, askedAtMs } = cohort;
  if (triedAtMs === null || triedAtMs < updatedAtMs) return true;
  const isUsed = isNamed || (askedAtMs !== null && nowMs - askedAtMs < DAY_MS);
  return nowMs - triedAtMs >= (isUsed ? everyMs : Math.max(everyMs, HOUR_MS));
}
