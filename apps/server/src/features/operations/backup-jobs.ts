import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { BackupMaker } from './backup-maker.ts';
import type { Job, JobStore } from './job-store.ts';

/** Backups are made one after the other, each as a job. */
export class BackupJobs {
  readonly #jobs: JobStore;
  readonly #maker: BackupMaker;
  readonly #logger: Logger;
  #last: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(parts: { readonly jobs: JobStore; readonly maker: BackupMaker; readonly logger: Logger }) {
    this.#jobs = parts.jobs;
    this.#maker = parts.maker;
    this.#logger = parts.logger;
  }

  /** To be called once, when the control plane can be used: what a dead process had begun is given up. */
  async giveUpUnfinished(): Promise<void> {
    await this.#maker.clear();
    for (const { id } of await this.#jobs.unfinished(['backup'])) {
      await this.#jobs.fail(id, 'The server ended before the backup was made; ask for another');
    }
  }

  async begin(actor: Actor): Promise<Job> {
    const job = await this.#jobs.create({ projectId: null, kind: 'backup', input: {} }, actor);
    this.#last = this.#last.then(() => this.#run(job));
    return job;
  }

  list(page: PageRequest): Promise<Page<Job>> {
    return this.#jobs.list({ projectId: null, kind: 'backup' }, page);
  }

  /** Waits for the one that is being made; those behind it fail. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#last;
  }

  async #run(job: Job): Promise<void> {
    try {
      if (this.#isStopping) throw new Error('The server is stopping');
      await this.#jobs.start(job.id);
      await this.#jobs.finish(job.id, { ...(await this.#maker.make(backupName(job))) });
    } catch (error) {
      this.#logger.error({ err: error, job: job.id }, 'A backup could not be made');
      await this.#fail(job, error instanceof Error ? error.message : String(error));
    }
  }

  async #fail({ id }: Job, reason: string): Promise<void> {
    try {
      await this.#jobs.fail(id, reason);
    } catch (error) {
      // It stays unfinished, and the next start gives it up.
      this.#logger.error({ err: error, job: id }, 'Nor could that be noted');
    }
  }
}

/** The folder's name: the time at which the backup was asked for. */
export const backupName = ({ createdAtMs }: Pick<Job, 'createdAtMs'>): string =>
  new Date(createdAtMs).toISOString().replaceAll(':', '-');
