import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const release = { name: 'release', of: 'id', description: 'Id of a release, from list_releases' };

export const releaseTools: readonly Tool[] = [
  readTool({
    name: 'list_releases',
    title: 'List releases',
    description:
      'Versions with their status, rollout, crash-free rate and health, newest first; `regression_evidence` says whether a version crashes more than the one before.',
    route: 'listReleases',
    input: { query: ['platform', 'channel', 'status', 'limit', 'cursor', 'environment_id'] },
  }),
  readTool({
    name: 'read_release',
    title: 'Read a release',
    description: 'One release with its latest deployments.',
    route: 'showRelease',
    input: { params: [release] },
  }),
  readTool({
    name: 'read_release_health',
    title: 'Read the health of a release',
    description:
      'Sessions, crash-free rate, errors and latency of a release in the last minutes (`window_minutes`, up to 7 days), with the difference from the release before. 404 means that nothing was received from it in that time.',
    route: 'releaseHealth',
    input: { params: [release], query: ['window_minutes', 'environment_id'] },
  }),
  readTool({
    name: 'list_regressions',
    title: 'List regressions',
    description: 'Releases that crash more than the one before, and changes after which more sessions crashed.',
    route: 'listRegressions',
    input: { query: ['since', 'limit', 'environment_id'] },
  }),
];
