import { failPoint } from '../../../telemetry/fail-points.ts';
import { IntervalTask } from '../../../telemetry/interval-task.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { ScheduleStore } from './schedule-store.ts';

export interface ScheduleRunnerDeps {
  readonly schedules: Pick<ScheduleStore, 'due' | 'runStep'>;
  /** Whether this process is the one that runs schedules. */
  readonly isHere?: () => boolean;
  /** Resolves when what was changed is in force. */
  readonly publish: () => Promise<unknown>;
  readonly now?: () => number;
  readonly logger: Logger;
}

const LOOK_EVERY_MS = 500;
const MAX_ROUNDS = 100;

/**
 * Makes scheduled changes when they are due, and those that became due while no server ran at the start. The store makes
 * each once, together with the record of it, so a process may end between any two lines of this.
 */
export class ScheduleRunner {
  readonly #deps: ScheduleRunnerDeps;
  #rounds: IntervalTask | undefined;

  constructor(deps: ScheduleRunnerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#rounds = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not run scheduled changes; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#rounds?.stop();
  }

  /** One round: everything that is due, also steps that became due one after another. */
  async look(): Promise<void> {
    const { schedules, isHere, publish, now = Date.now } = this.#deps;
    if (isHere?.() === false) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const due = await schedules.due(now());
      if (due.length === 0) return;
      let isMade = false;
      for (const { projectId, id, step } of due) {
        failPoint('schedule.decided');
        isMade = (await schedules.runStep(projectId, id, step, now())) || isMade;
        failPoint('schedule.recorded');
      }
      if (!isMade) return;
      await publish();
    }
  }
}
