import { CheckPace } from '../../../analytics/check-pace.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { IntervalTask } from '../../../telemetry/interval-task.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { describeBreach } from '../../guardrails/describe-breach.ts';
import type { Experiment, ExperimentStore } from '../experiment-store.ts';
import { isSameBreach } from './experiment-breach.ts';
import type { FoundBreach } from './experiment-evidence.ts';

export interface ExperimentWatchDeps {
  readonly experiments: Pick<ExperimentStore, 'watched' | 'recordBreach'>;
  /** Whether this process is the one that does it. */
  readonly isHere?: () => boolean;
  readonly findBreaches: (experiment: Experiment) => Promise<readonly FoundBreach[]>;
  /** Moves whenever something was stored. */
  readonly dataRevision: () => number;
  /** Resolves when what was changed is in force. */
  readonly publish: () => Promise<unknown>;
  readonly logger: Logger;
}

const LOOK_EVERY_MS = 500;

/**
 * Pauses experiments of which a variant breaches a guardrail. The store records the breach and pauses in one
 * transaction, and a breach that is recorded pauses nothing again: who resumes the experiment has decided.
 */
export class ExperimentWatch {
  readonly #deps: ExperimentWatchDeps;
  readonly #pace: CheckPace;
  #rounds: IntervalTask | undefined;

  constructor(deps: ExperimentWatchDeps) {
    this.#deps = deps;
    this.#pace = new CheckPace(deps.dataRevision);
  }

  start(): void {
    this.#rounds = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not check experiments; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#rounds?.stop();
  }

  async look(): Promise<void> {
    if (this.#deps.isHere?.() === false) return;
    const watched = await this.#deps.experiments.watched();
    this.#pace.keepOnly(new Set(watched.map(({ id }) => id)));
    for (const experiment of watched) {
      if (this.#pace.isDue(experiment.id)) await this.#check(experiment);
    }
  }

  async #check(experiment: Experiment): Promise<void> {
    const { logger } = this.#deps;
    try {
      const found = await this.#pace.run(experiment.id, () => this.#deps.findBreaches(experiment));
      const breach = found.find((each) => !experiment.breaches.some((known) => isSameBreach(known, each)));
      if (breach !== undefined) await this.#pause(experiment, breach);
    } catch (error) {
      logger.warn({ err: error, experiment: experiment.key }, 'Could not check guardrails; retrying');
    }
  }

  async #pause({ projectId, id, key }: Experiment, { metric, ...found }: FoundBreach): Promise<void> {
    const { experiments, publish, logger } = this.#deps;
    const { title, reason } = describeBreach(metric, found, found.variantKey);
    failPoint('experiment-guardrails.decided');
    const actor = { kind: 'guardrail', id, name: `Guardrail: ${title}` } as const;
    const isPaused = await experiments.recordBreach(projectId, id, { ...found, atMs: Date.now() }, actor);
    if (!isPaused) return;
    await publish();
    logger.warn({ experiment: key }, `Experiment paused. ${reason}`);
  }
}
