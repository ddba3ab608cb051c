import { expect, test } from 'vitest';
import { WrongState } from '../../control/control-errors.ts';
import { readAnalysis } from './experiment-state.ts';
import type { Experiment, ExperimentStatus } from './experiment-store.ts';
import { type ExperimentMove, moveExperiment } from './move-experiment.ts';

const experiment = (status: ExperimentStatus): Experiment => ({
  id: 'x',
  projectId: 'p',
  environmentId: 'e',
  key: 'k',
  name: 'K',
  description: null,
  hypothesis: null,
  unit: 'auto',
  trafficPct: 10,
  variants: [{ key: 'a', name: 'A', isControl: true, weight: 100, payload: {} }],
  metrics: [],
  analysis: readAnalysis({}),
  status,
  winner: null,
  audience: [],
  overrides: [],
  layer: null,
  ranges: null,
  breaches: [],
  startedAtMs: status === 'draft' ? null : 5,
  completedAtMs: null,
  createdAtMs: 1,
  updatedAtMs: 1,
});

/** From each state: where a move leads, or why it does not. */
const table: Record<ExperimentStatus, Record<ExperimentMove, string>> = {
  draft: {
    start: 'running',
    pause: 'EXPERIMENT_NOT_RUNNING',
    resume: 'EXPERIMENT_NOT_PAUSED',
    complete: 'EXPERIMENT_NOT_STARTED',
    archive: 'archived',
  },
  running: {
    start: 'EXPERIMENT_NOT_DRAFT',
    pause: 'paused',
    resume: 'EXPERIMENT_NOT_PAUSED',
    complete: 'completed',
    archive: 'EXPERIMENT_RUNNING',
  },
  paused: {
    start: 'EXPERIMENT_NOT_DRAFT',
    pause: 'EXPERIMENT_NOT_RUNNING',
    resume: 'running',
    complete: 'completed',
    archive: 'archived',
  },
  completed: {
    start: 'EXPERIMENT_NOT_DRAFT',
    pause: 'EXPERIMENT_NOT_RUNNING',
    resume: 'EXPERIMENT_NOT_PAUSED',
    complete: 'EXPERIMENT_NOT_RUNNING',
    archive: 'archived',
  },
  archived: {
    start: 'EXPERIMENT_NOT_DRAFT',
    pause: 'EXPERIMENT_NOT_RUNNING',
    resume: 'EXPERIMENT_NOT_PAUSED',
    complete: 'EXPERIMENT_NOT_RUNNING',
    archive: 'EXPERIMENT_ARCHIVED',
  },
};
for (const [from, moves] of Object.entries(table) as [ExperimentStatus, Record<ExperimentMove, string>][]) {
  for (const [move, outcome] of Object.entries(moves) as [ExperimentMove, string][]) {
    test(`${move} of a ${from} experiment: ${outcome}`, () => {
      const attempt = () => moveExperiment(experiment(from), move, 9);
      if (outcome === outcome.toLowerCase()) {
        expect(attempt()).toMatchObject({
          status: outcome,
          updatedAtMs: 9,
          startedAtMs: from === 'draft' && move === 'start' ? 9 : experiment(from).startedAtMs,
        });
      } else {
        expect(attempt).toThrow(WrongState);
        expect(attempt).toThrow(expect.objectContaining({ reason: outcome }));
      }
    });
  }
}

test('a winner must be a variant', () => {
  expect(moveExperiment(experiment('running'), 'complete', 9, 'a')).toMatchObject({ winner: 'a', completedAtMs: 9 });
  expect(() => moveExperiment(experiment('running'), 'complete', 9, 'b')).toThrow(
    expect.objectContaining({ field: 'winner' }),
  );
});
