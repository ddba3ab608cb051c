import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Actor } from '../../control/actor.ts';
import type { FileStorage } from '../../engines/file-storage/file-storage.ts';
import { describeLocalFile } from '../../engines/file-storage/local-file.ts';
import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Job, JobStore } from '../operations/job-store.ts';
import { type ExportedFile, type ExportManifest, type ExportState, manifestName } from './export-state.ts';
import { type ExportPlan, exportHourQuery, exportPlanQuery, HOUR_MS, type HourGroup } from './queries/export-batch.ts';

export interface EventExporterDeps {
  /** As people call it; never with credentials. */
  readonly targetName: string;
  readonly target: Pick<FileStorage, 'put' | 'find' | 'remove'>;
  readonly store: Pick<AnalyticsStore, 'run'>;
  readonly jobs: Pick<JobStore, 'create' | 'start' | 'note' | 'unfinished'>;
  /** A folder of its own for files that are being written. */
  readonly folder: string;
  /** Whether this process is the one that exports. */
  readonly isHere: () => boolean;
  readonly logger: Logger;
  readonly nowMs?: () => number;
}

export interface EventExportStatus {
  /** Everything that arrived before is exported. */
  readonly exportedBeforeMs?: number;
  readonly failure?: string;
}

const EVERY_MS = 30_000;
/** What arrived at the end of an hour is stored by then. What comes later is a file of a later batch. */
const GRACE_MS = 2 * 60_000;
const TIME_LIMIT_MS = 10 * 60_000;
const actor: Actor = { kind: 'scheduler', id: 'event_export', name: 'Export of events' };

/**
 * Exports events by hour of arrival, each once, whatever is killed when:
 *
 * 1. The names of a batch's files are noted, then the files are put. A batch that ends here is begun anew under other
 *    names, and its files are removed; no manifest has named them.
 * 2. The holder of the lease writes the manifest to the control plane. From then on the batch counts.
 * 3. The manifest is put, and the position moves. Both can be done again with the same result.
 */
export class EventExporter {
  readonly #deps: EventExporterDeps;
  readonly #nowMs: () => number;
  #status: EventExportStatus = {};
  #task: IntervalTask | undefined;
  #isStopped = false;

  constructor(deps: EventExporterDeps) {
    this.#deps = deps;
    this.#nowMs = deps.nowMs ?? Date.now;
  }

  get status(): EventExportStatus {
    return this.#status;
  }

  start(): void {
    const { logger } = this.#deps;
    this.#task = new IntervalTask(
      EVERY_MS,
      () => this.tick(),
      (error) => {
        logger.warn({ err: error }, 'Could not export events; retrying');
        const failure = `Could not export events: ${error instanceof Error ? error.message : String(error)}`;
        this.#status = { ...this.#status, failure };
      },
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#task?.stop();
  }

  /** Exports all hours that are over. To be called now and then, one call after the other. */
  async tick(): Promise<void> {
    if (!this.#deps.isHere()) {
      this.#status = {};
      return;
    }
    const beforeMs = Math.floor((this.#nowMs() - GRACE_MS) / HOUR_MS) * HOUR_MS;
    let job = await this.#job();
    if (stateOf(job).pending !== null) job = await this.#finish(job);
    while (stateOf(job).beforeMs < beforeMs && !this.#isStopped && this.#deps.isHere()) {
      job = await this.#batch(job, beforeMs);
    }
    this.#status = { exportedBeforeMs: stateOf(job).beforeMs };
  }

  async #job(): Promise<Job> {
    const { jobs, targetName } = this.#deps;
    const known = (await jobs.unfinished(['event_export'])).find((job) => stateOf(job).target === targetName);
    if (known !== undefined) return known;
    const input: ExportState = {
      target: targetName,
      sequence: 0,
      position: [],
      beforeMs: 0,
      writing: [],
      pending: null,
    };
    const { id } = await jobs.create({ projectId: null, kind: 'event_export', input: { ...input } }, actor);
    return await jobs.start(id);
  }

  async #batch(job: Job, beforeMs: number): Promise<Job> {
    const { store, target } = this.#deps;
    const state = stateOf(job);
    for (const name of state.writing) await target.remove(name);
    const plan = await store.run(exportPlanQuery, { after: state.position, beforeMs }, { timeLimitMs: TIME_LIMIT_MS });
    // Nothing left, or only what arrived since.
    if (plan.groups.length === 0) return await this.#note(job, { writing: [], beforeMs });
    if ((await target.find(manifestName(state.sequence + 1))) !== undefined) {
      throw new Error(
        `${this.#deps.targetName} has files that this installation does not know of, such as after restoring a backup. Set LP_EXPORT_TO to an empty place`,
      );
    }
    const token = randomUUID().slice(0, 8);
    const names = plan.groups.map((group) => fileName(group, state.sequence + 1, token));
    const noted = await this.#note(job, { writing: names });
    const files: ExportedFile[] = [];
    for (const [at, group] of plan.groups.entries()) {
      files.push(await this.#file(group, names[at] ?? '', state, plan));
    }
    const pending: ExportManifest = {
      version: 1,
      sequence: state.sequence + 1,
      created_at: new Date(this.#nowMs()).toISOString(),
      from: state.position,
      to: plan.upTo,
      files,
    };
    return await this.#finish(await this.#note(noted, { pending }));
  }

  async #file(group: HourGroup, name: string, { position }: ExportState, { upTo }: ExportPlan): Promise<ExportedFile> {
    const { store, target, folder } = this.#deps;
    const path = join(folder, `${randomUUID()}.parquet`);
    await mkdir(folder, { recursive: true });
    try {
      const query = { ...group, after: position, upTo, path };
      const { rows } = await store.run(exportHourQuery, query, { timeLimitMs: TIME_LIMIT_MS });
      const { bytes, sha256 } = await describeLocalFile(path);
      await target.put(name, path);
      const { projectId: project_id, environmentId: environment_id, hourMs } = group;
      return { name, project_id, environment_id, hour: new Date(hourMs).toISOString(), rows, bytes, sha256 };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Can be done again: the manifest is what was noted, byte for byte. */
  async #finish(job: Job): Promise<Job> {
    const { pending } = stateOf(job);
    if (pending === null) return job;
    const path = join(this.#deps.folder, `${randomUUID()}.json`);
    await mkdir(this.#deps.folder, { recursive: true });
    try {
      await writeFile(path, `${JSON.stringify(pending, null, 2)}\n`);
      await this.#deps.target.put(manifestName(pending.sequence), path);
    } finally {
      await rm(path, { force: true });
    }
    const { sequence, to: position, files } = pending;
    const counts = {
      files: (job.counts.files ?? 0) + files.length,
      rows: (job.counts.rows ?? 0) + files.reduce((sum, { rows }) => sum + rows, 0),
      bytes: (job.counts.bytes ?? 0) + files.reduce((sum, { bytes }) => sum + bytes, 0),
    };
    return await this.#note({ ...job, counts }, { sequence, position, writing: [], pending: null });
  }

  #note(job: Job, change: Partial<ExportState>): Promise<Job> {
    return this.#deps.jobs.note(job.id, job.counts, { ...stateOf(job), ...change });
  }
}

const stateOf = ({ input }: Job): ExportState => input as unknown as ExportState;

function fileName({ projectId, environmentId, hourMs }: HourGroup, sequence: number, token: string): string {
  const [day = '', time = ''] = new Date(hourMs).toISOString().split('T');
  const number = String(sequence).padStart(10, '0');
  return `events/project=${projectId}/environment=${environmentId}/date=${day}/hour=${time.slice(0, 2)}/${number}-${token}.parquet`;
}
