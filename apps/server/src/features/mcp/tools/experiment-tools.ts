import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const experiment = { name: 'experiment', of: 'id', description: 'Key or id of an experiment' };

export const experimentTools: readonly Tool[] = [
  readTool({
    name: 'list_experiments',
    title: 'List experiments',
    description: 'Experiments with variants, metrics and status.',
    route: 'listExperiments',
    input: { query: ['status', 'search', 'limit', 'cursor'] },
  }),
  readTool({
    name: 'read_experiment',
    title: 'Read an experiment',
    description: 'One experiment: hypothesis, variants, metrics, audience, status.',
    route: 'showExperiment',
    input: { params: [experiment] },
  }),
  readTool({
    name: 'read_experiment_results',
    title: 'Read experiment results',
    description:
      'What an experiment has shown so far: verdict, sample ratio, and for each metric and variant the value, lift, interval and decision. The intervals are valid at any time: looking early is safe.',
    route: 'experimentResults',
    input: { params: [experiment], query: ['as_of', 'breakdown'] },
    askForLess: 'Ask without `breakdown`; all numbers are on the page of the experiment in the dashboard.',
  }),
  readTool({
    name: 'explain_experiment',
    title: 'Explain a variant',
    description: 'Which variant a user gets in an experiment, and why, step by step.',
    route: 'explainExperiment',
    input: { params: [experiment], body: 'all' },
  }),
];
