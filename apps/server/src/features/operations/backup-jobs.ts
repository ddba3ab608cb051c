import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { BackupMaker } from './backup-maker.ts';
import type { Job, JobStore } from './job-store.ts';

const schedulerActor: Actor = { kind: 'scheduler', id: 'backups', name: 'Scheduled backups' };
const JOBS_AT_A_TIME = 100;

/** Which of the edges that share the jobs makes these backups. */
interface MakingEdge {
  readonly id: string;
  /** For people. */
  readonly name: () => string;
  /** Whether another one may still be making what it has begun. */
  isAlive(id: string): Promise<boolean>;
}

interface BackupJobsDeps {
  readonly jobs: JobStore;
  /** For those of the schedule: refuses once another edge has taken over the schedule. */
  readonly scheduledJobs: Pick<JobStore, 'create' | 'finish'>;
  readonly maker: BackupMaker;
  readonly edge: MakingEdge;
  readonly logger: Logger;
}

/** Backups are made one after the other, each as a job. */
export class BackupJobs {
  readonly #jobs: JobStore;
  readonly #scheduledJobs: BackupJobsDeps['scheduledJobs'];
  readonly #maker: BackupMaker;
  readonly #edge: MakingEdge;
  readonly #logger: Logger;
  #last: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor({ jobs, scheduledJobs, maker, edge, logger }: BackupJobsDeps) {
    this.#jobs = jobs;
    this.#scheduledJobs = scheduledJobs;
    this.#maker = maker;
    this.#edge = edge;
    this.#logger = logger;
  }

  /** To be called once, when the control plane can be used: what a dead process had begun is given up. */
  async giveUpUnfinished(): Promise<void> {
    await this.#maker.clear();
    await this.#failUnfinished(async (edge) => edge !== this.#edge.id && (await this.#edge.isAlive(edge)));
  }

  /** What edges that are gone had begun. */
  async failAbandoned(): Promise<void> {
    await this.#failUnfinished(async (edge) => edge === this.#edge.id || (await this.#edge.isAlive(edge)));
  }

  async #failUnfinished(isBeingMade: (edge: string) => Promise<boolean>): Promise<void> {
    for (const { id, input } of await this.#jobs.unfinished(['backup'])) {
      if (typeof input.edge === 'string' && (await isBeingMade(input.edge))) continue;
      await this.#jobs.fail(id, 'The server stopped before the backup was complete; create another one');
    }
  }

  async begin(actor: Actor): Promise<Job> {
    const job = await this.#create(this.#jobs, actor);
    const make = async () => void (await this.#jobs.finish(job.id, { ...(await this.#maker.make(backupName(job))) }));
    // The job and the log say it when it fails.
    this.#enqueue(job, make).catch(() => undefined);
    return job;
  }

  /** One of the schedule, which counts as made when it has been read again. Rejects with the reason when it was not. */
  async makeScheduled(): Promise<void> {
    const job = await this.#create(this.#scheduledJobs, schedulerActor);
    const name = backupName(job);
    await this.#enqueue(job, async () => {
      const counts = await this.#maker.make(name, { isScheduled: true });
      try {
        await this.#maker.verify(name);
        await this.#scheduledJobs.finish(job.id, { ...counts });
      } catch (error) {
        await this.#maker.remove(name);
        throw error;
      }
    });
  }

  async list(page: PageRequest): Promise<Page<Job & { readonly isOnDisk: boolean }>> {
    const [jobs, names] = await Promise.all([this.#listed(page), this.#maker.names()]);
    const onDisk = new Set(names);
    return { ...jobs, rows: jobs.rows.map((job) => ({ ...job, isOnDisk: onDisk.has(backupName(job)) })) };
  }

  /** Of these names those that this installation gave: another one may keep its backups in the same folder. */
  async madeHere(names: readonly string[]): Promise<ReadonlySet<string>> {
    const made = new Set<string>();
    let page: PageRequest = { limit: JOBS_AT_A_TIME };
    for (;;) {
      const { rows, nextCursor } = await this.#listed(page);
      for (const name of rows.map(backupName)) if (names.includes(name)) made.add(name);
      if (nextCursor === null || made.size === names.length) return made;
      page = { ...page, cursor: nextCursor };
    }
  }

  /** Waits for the one that is being made; those behind it fail. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#last;
  }

  #create(jobs: Pick<JobStore, 'create'>, actor: Actor): Promise<Job> {
    const { id, name } = this.#edge;
    return jobs.create({ projectId: null, kind: 'backup', input: { edge: id, server: name() } }, actor);
  }

  #listed(page: PageRequest): Promise<Page<Job>> {
    return this.#jobs.list({ projectId: null, kind: 'backup' }, page);
  }

  /** Rejects when the backup fails, after the job says so. */
  #enqueue(job: Job, make: () => Promise<void>): Promise<void> {
    const made = this.#last.then(() => this.#run(job, make));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #run(job: Job, make: () => Promise<void>): Promise<void> {
    try {
      if (this.#isStopping) throw new Error('The server is stopping');
      await this.#jobs.start(job.id);
      await make();
    } catch (error) {
      this.#logger.error({ err: error, job: job.id }, 'Could not make a backup');
      await this.#fail(job, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  async #fail({ id }: Job, reason: string): Promise<void> {
    try {
      await this.#jobs.fail(id, reason);
    } catch (error) {
      // It stays unfinished, and the next start gives it up.
      this.#logger.error({ err: error, job: id }, 'Could not save the failure of a backup');
    }
  }
}

/** The folder's name: the time at which the backup was asked for. */
export const backupName = ({ createdAtMs }: Pick<Job, 'createdAtMs'>): string =>
  new Date(createdAtMs).toISOString().replaceAll(':', '-');
