import { readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const group = { name: 'group', of: 'id', description: 'Id of a crash group, from list_crashes' };
const range = ['from', 'to', 'environment_id'] as const;

/** Crashes, with stacks, and how many sessions were without one. */
export const crashTools: readonly Tool[] = [
  readTool({
    name: 'list_crashes',
    title: 'List crash groups',
    description:
      'Crashes grouped by bug, with counts of reports, devices and users, versions and status. `app_version` keeps those seen in a version.',
    route: 'listCrashGroups',
    input: { query: ['status', 'app_version', 'platform', 'search', 'sort', ...range, 'limit', 'cursor'] },
  }),
  readTool({
    name: 'read_crash',
    title: 'Read a crash group',
    description:
      'One crash group with its newest report: exception, symbolicated stack, breadcrumbs; and which versions, devices or flag values its sessions have more often than all sessions.',
    route: 'showCrashGroup',
    input: { params: [group], query: [...range] },
    askForLess: 'Ask for a shorter range, or read single reports with list_crash_reports and a small `limit`.',
  }),
  readTool({
    name: 'list_crash_reports',
    title: 'List reports of a crash group',
    description: 'Single reports of a crash group with symbolicated stacks, newest first.',
    route: 'listCrashReports',
    input: { params: [group], query: ['limit', 'cursor', 'environment_id'] },
  }),
  readTool({
    name: 'read_crash_health',
    title: 'Read crash-free rates',
    description:
      'Share of sessions and users without a crash in a range, and by version, platform, device, country, flag value or experiment variant (`dimension`). Compare a release with the one before through `dimension: app_version`.',
    route: 'crashHealth',
    input: { query: ['dimension', 'flag', 'experiment', 'app_version', 'platform', 'limit', ...range] },
    askForLess: 'Ask for a shorter range, or one version or platform.',
  }),
];
