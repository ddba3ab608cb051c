import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import type { Experiment, ExperimentStatus } from './experiment-store.ts';

export type ExperimentMove = 'start' | 'pause' | 'resume' | 'complete' | 'archive';

interface Step {
  readonly from: readonly ExperimentStatus[];
  readonly to: ExperimentStatus;
  /** What is wrong when it is in any other state. */
  readonly otherwise: (status: ExperimentStatus) => string;
}

const steps: Readonly<Record<ExperimentMove, Step>> = {
  start: { from: ['draft'], to: 'running', otherwise: () => 'EXPERIMENT_NOT_DRAFT' },
  pause: { from: ['running'], to: 'paused', otherwise: () => 'EXPERIMENT_NOT_RUNNING' },
  resume: { from: ['paused'], to: 'running', otherwise: () => 'EXPERIMENT_NOT_PAUSED' },
  complete: {
    from: ['running', 'paused'],
    to: 'completed',
    otherwise: (status) => (status === 'draft' ? 'EXPERIMENT_NOT_STARTED' : 'EXPERIMENT_NOT_RUNNING'),
  },
  archive: {
    from: ['draft', 'paused', 'completed'],
    to: 'archived',
    otherwise: (status) => (status === 'running' ? 'EXPERIMENT_RUNNING' : 'EXPERIMENT_ARCHIVED'),
  },
};

/** The experiment after the move. Throws WrongState, or Unacceptable for a winner that is no variant. */
export function moveExperiment(
  experiment: Experiment,
  move: ExperimentMove,
  atMs: number,
  winner: string | null = null,
): Experiment {
  const { from, to, otherwise } = steps[move];
  const { status } = experiment;
  if (!from.includes(status)) {
    throw new WrongState(otherwise(status), `${move} is not possible: the experiment is ${status}.`);
  }
  if (winner !== null && !experiment.variants.some(({ key }) => key === winner)) {
    throw new Unacceptable('winner', 'The experiment has no such variant.');
  }
  return {
    ...experiment,
    status: to,
    winner: move === 'complete' ? winner : experiment.winner,
    // What it holds of a layer is for others once it is over.
    ranges: to === 'completed' || to === 'archived' ? null : experiment.ranges,
    startedAtMs: move === 'start' ? atMs : experiment.startedAtMs,
    completedAtMs: move === 'complete' ? atMs : experiment.completedAtMs,
    updatedAtMs: atMs,
  };
}
