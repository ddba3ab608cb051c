import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import type { Experiment, PeriodChange } from './experiment-store.ts';

/** The experiment with another beginning or end. Neither lies in the future, and it ends after it has begun. */
export function changePeriod(experiment: Experiment, sent: PeriodChange, nowMs: number): Experiment {
  const { status } = experiment;
  if (status === 'archived')
    throw new WrongState('EXPERIMENT_ARCHIVED', "The experiment is archived; its period can't be changed.");
  if (experiment.startedAtMs === null) throw new WrongState('EXPERIMENT_NOT_STARTED', "The experiment hasn't started.");
  if (sent.completedAtMs !== undefined && experiment.completedAtMs === null)
    throw new WrongState('EXPERIMENT_NOT_COMPLETED', `The experiment is ${status} and has no end yet.`);
  const startedAtMs = sent.startedAtMs ?? experiment.startedAtMs;
  const completedAtMs = sent.completedAtMs ?? experiment.completedAtMs;
  if (startedAtMs > nowMs) throw new Unacceptable('started_at', 'started_at must not be in the future.');
  if (completedAtMs !== null && completedAtMs > nowMs)
    throw new Unacceptable('completed_at', 'completed_at must not be in the future.');
  if (completedAtMs !== null && completedAtMs <= startedAtMs)
    throw new Unacceptable('completed_at', 'completed_at must be after started_at.');
  return { ...experiment, startedAtMs, completedAtMs };
}
