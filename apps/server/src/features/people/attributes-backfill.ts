import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EventLog } from '../../collect/event-log/event-log.ts';
import type { Actor } from '../../control/actor.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { attributesRecord } from '../devices/attributes-record.ts';
import type { StoredUser, UserPlace, UserStore } from '../devices/user-store.ts';
import type { Job, JobStore } from '../operations/job-store.ts';
import { knownAttributesQuery } from './queries/known-attributes.ts';

export interface AttributesBackfillDeps {
  /** Whether this process is the one that does it. */
  readonly isHere: () => boolean;
  readonly jobs: Pick<JobStore, 'create' | 'finish' | 'list' | 'note' | 'start'>;
  readonly users: Pick<UserStore, 'after'>;
  readonly store: Pick<AnalyticsStore, 'run'>;
  readonly log: Pick<EventLog, 'append'>;
  readonly logger: Logger;
}

const EVERY_MS = 1_000;
const USERS_A_ROUND = 1_000;
const FIRST: UserPlace = { environmentId: '', userId: '' };
const actor: Actor = { kind: 'scheduler', id: 'user_attributes', name: 'Attributes of users' };

/**
 * Tells the store of users who were identified before it kept attributes: a record each, as identify writes one, a
 * thousand users a second. Once: a job of the installation says how far it is, and that it is done. Users whom the store
 * knows already are left out, and one who is written twice has the same attributes from the same moment on.
 */
export class AttributesBackfill {
  readonly #deps: AttributesBackfillDeps;
  #isDone = false;
  #task: IntervalTask | undefined;

  constructor(deps: AttributesBackfillDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#task = new IntervalTask(
      EVERY_MS,
      () => this.tick(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not backfill the attributes of earlier users; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** One round. To be called now and then, one call after the other. */
  async tick(): Promise<void> {
    if (this.#isDone || !this.#deps.isHere()) return;
    const job = await this.#job();
    // Whoever is identified from now on is in the log.
    if (job === undefined) this.#isDone = true;
    else await this.#round(job);
  }

  /** Undefined when there is nothing to do any more. */
  async #job(): Promise<Job | undefined> {
    const { jobs, users } = this.#deps;
    const [known] = (await jobs.list({ projectId: null, kind: 'user_attributes' }, { limit: 1 })).rows;
    if (known !== undefined) return known.status === 'done' ? undefined : known;
    if ((await users.after(FIRST, 1)).length === 0) return undefined;
    const { id } = await jobs.create({ projectId: null, kind: 'user_attributes', input: { ...FIRST } }, actor);
    return await jobs.start(id);
  }

  async #round({ id, input, counts }: Job): Promise<void> {
    const { jobs, users, logger } = this.#deps;
    const from = { environmentId: String(input.environmentId ?? ''), userId: String(input.userId ?? '') };
    const found = await users.after(from, USERS_A_ROUND);
    const last = found.at(-1);
    if (last === undefined) {
      await jobs.finish(id, counts);
      this.#isDone = true;
      logger.info({ ...counts }, 'Backfilled the attributes of earlier users');
      return;
    }
    const written = await this.#write(found);
    const { environmentId, userId } = last;
    const sums = { users: (counts.users ?? 0) + found.length, written: (counts.written ?? 0) + written };
    await jobs.note(id, sums, { environmentId, userId });
  }

  async #write(found: readonly StoredUser[]): Promise<number> {
    const { log, store } = this.#deps;
    let written = 0;
    for (const environmentId of new Set(found.map((user) => user.environmentId))) {
      const users = found.filter(
        (user) => user.environmentId === environmentId && Object.keys(user.attributes).length > 0,
      );
      const [first] = users;
      if (first === undefined) continue;
      const scope = { projectId: first.projectId, environmentId };
      const known = new Set(
        (await store.run(knownAttributesQuery, { scope, userIds: users.map(({ userId }) => userId) })).userIds,
      );
      const missing = users.filter(({ userId }) => !known.has(userId));
      await Promise.all(
        missing.map(({ userId, attributes, updatedAtMs }) => {
          const body = Buffer.from(JSON.stringify(attributesRecord(userId, attributes, updatedAtMs)));
          return log.append({ kind: 'user', ...scope, receivedAtMs: Date.now(), body });
        }),
      );
      written += missing.length;
    }
    return written;
  }
}
