import { setTimeout as sleep } from 'node:timers/promises';
import { badVersion, releases } from '../../releases.ts';
import type { ApiClient } from '../api-client.ts';

interface CrashGroup {
  readonly id: string;
  readonly exception_type: string | null;
  readonly status: 'open' | 'resolved' | 'ignored';
  readonly reports: number;
}

const lookEveryMs = 250;
/** As far back as the server looks. */
const widestRangeMs = 3_650 * 86_400_000;

/** What the team decided about crashes: the ones that the bad release brought are repaired, and one is not theirs. */
const decisions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'java.lang.NullPointerException': { status: 'resolved', resolved_in_version: versionAfter(badVersion) },
  ChunkLoadError: { status: 'ignored' },
};

/**
 * Waits until so many reports are grouped, but not for longer than is good for anyone who waits, and decides about those
 * groups that nobody has decided about.
 */
export async function settleCrashGroups(client: ApiClient, reports: number, atMostMs: number): Promise<void> {
  const endsAtMs = performance.now() + atMostMs;
  const from = new Date(Date.now() - widestRangeMs).toISOString();
  const list = () => client.data<readonly CrashGroup[]>('GET', `/v1/crashes/groups?limit=100&from=${from}`);
  let groups = await list();
  while (groups.reduce((sum, group) => sum + group.reports, 0) < reports && performance.now() < endsAtMs) {
    await sleep(lookEveryMs);
    groups = await list();
  }
  for (const { id, exception_type: type, status } of groups) {
    const decision = decisions[type ?? ''];
    if (decision !== undefined && status === 'open') await client.data('PATCH', `/v1/crashes/groups/${id}`, decision);
  }
}

function versionAfter(version: string): string {
  return releases[releases.findIndex((each) => each.version === version) + 1]?.version ?? version;
}
