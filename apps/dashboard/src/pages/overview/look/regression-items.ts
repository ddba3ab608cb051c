import type { Wire } from '@lamppost/protocol';
import { formatCount, formatShortCount } from '../../../design/format/format-count.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { platformWords } from '../../../design/format/platform-words.ts';
import type { LookItem } from './look-item.ts';

type Regression = Wire['RegressionRow'];
type Release = Wire['ReleaseRow'];
type CrashGroup = Wire['CrashGroupRow'];

const rate = (value: number): string => formatPercent(value, 2);
const points = (value: number): string =>
  `${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 2 })} points`;

/** Releases and changes after which more sessions crash. */
export function regressionItems(
  regressions: readonly Regression[],
  releases: readonly Pick<Release, 'id' | 'platform'>[] = [],
): readonly LookItem[] {
  const platforms = new Map(releases.map(({ id, platform }) => [id, platformWords[platform]]));
  return regressions.map((row): LookItem => {
    const weight = row.tier === 'confirmed' ? 'bad' : 'warn';
    const { change_entity_key: key, pre_crash_free_rate: before, post_crash_free_rate: after } = row;
    if (row.kind === 'change' && key !== null && before !== null && after !== null) {
      return {
        id: `change ${row.change_event_id} ${row.release_id}`,
        weight,
        subject: key,
        words: `was changed. Crash-free sessions of ${row.version} fell from ${rate(before)} to ${rate(after)} within an hour.`,
        page: row.change_entity_type === 'experiment' ? '/experiments/$key' : '/flags/$key',
        params: { key },
        search: { tab: 'history' },
        at: row.change_at ?? row.detected_at,
      };
    }
    return {
      id: `release ${row.release_id}`,
      weight,
      subject: [`Version ${row.version}`, platforms.get(row.release_id)].filter(Boolean).join(' on '),
      words: `${row.tier === 'confirmed' ? 'crashes' : 'may crash'} more than the previous one: ${rate(row.crash_free_rate)} of ${formatShortCount(row.total_sessions, 'session')} are crash-free, ${points(row.crash_free_delta)} less.`,
      page: '/releases/$id',
      params: { id: row.release_id },
      at: row.detected_at,
    };
  });
}

/** Crashes that had been resolved and came back in the range, and those that are suddenly far more than usual. */
export function crashItems(groups: readonly CrashGroup[], fromIso: string): readonly LookItem[] {
  return groups.flatMap((group): LookItem[] => {
    const { id, title, regressed_at: at, regressed_in_version: version, reports, users } = group;
    const target = { subject: title, page: '/crashes/$id', params: { id } } as const;
    const extent = `${formatCount(reports, 'report')} from ${formatCount(users, 'user')} in this range`;
    if (group.is_regression && at !== null && at >= fromIso) {
      const where = version === null ? '' : ` in ${version}`;
      return [
        {
          ...target,
          id: `reopened ${id}`,
          weight: 'bad',
          words: `was resolved and regressed${where}: ${extent}.`,
          at,
        },
      ];
    }
    if (!group.is_spiking) return [];
    const words = `is spiking in the last hour: ${extent}.`;
    return [
      {
        ...target,
        id: `spiking ${id}`,
        weight: 'bad',
        words,
        ...(group.last_seen === null ? {} : { at: group.last_seen }),
      },
    ];
  });
}
