import type { Wire } from '@lamppost/protocol';
import type { Tone } from '../design/primitives/status-badge.tsx';

type Standing = Pick<
  Wire['CrashGroupRow'],
  'status' | 'is_regression' | 'regressed_in_version' | 'resolved_in_version' | 'regressions'
>;

interface GroupStatus {
  readonly tone: Tone;
  readonly text: string;
}

/** The status of a group of crashes in a few words. */
export function crashGroupStatus(group: Standing): GroupStatus {
  if (group.status === 'resolved') {
    const version = group.resolved_in_version;
    return { tone: 'good', text: version === null ? 'Resolved' : `Resolved in ${version}` };
  }
  if (group.status === 'ignored') return { tone: 'neutral', text: 'Ignored' };
  if (!group.is_regression) return { tone: 'warn', text: 'Open' };
  const version = group.regressed_in_version;
  return { tone: 'bad', text: version === null ? 'Regressed' : `Regressed in ${version}` };
}
