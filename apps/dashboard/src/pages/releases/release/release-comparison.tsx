import type { ReactNode } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi, useApiList } from '../../../api/use-api.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import { isClearShareChange, isEnough } from '../../../design/format/is-clear-change.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { Change } from '../../../design/primitives/change.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import { type Release, releaseBefore } from '../release-words.ts';
import styles from '../releases.module.css';

interface Measure {
  readonly label: string;
  readonly of: (release: Release) => number | null;
  readonly format: (value: number) => string;
  readonly good?: 'up' | 'down';
  readonly changeIn?: 'points';
}

const measures: readonly Measure[] = [
  {
    label: 'Crash-free sessions',
    of: (release) => release.crash_free_rate,
    format: (value) => formatPercent(value, 2),
    good: 'up',
    changeIn: 'points',
  },
  { label: 'Health score', of: (release) => release.health_score, format: (value) => value.toFixed(0), good: 'up' },
  {
    label: 'Failed requests',
    of: (release) => release.error_rate,
    format: (value) => formatPercent(value),
    good: 'down',
    changeIn: 'points',
  },
  { label: 'Request time, p50', of: (release) => release.p50_latency_ms, format: formatDuration, good: 'down' },
  { label: 'Request time, p99', of: (release) => release.p99_latency_ms, format: formatDuration, good: 'down' },
  { label: 'Sessions', of: (release) => release.total_sessions, format: formatShortNumber },
];

/** Crash-free sessions by the test of two proportions, the rest by the size of the sample. */
function isClear(measure: Measure, now: Release, before: Release): boolean {
  if (measure.changeIn !== 'points') return isEnough(now.total_sessions, before.total_sessions);
  const share = (release: Release) => ({ percent: measure.of(release), of: release.total_sessions });
  return isClearShareChange(share(now), share(before));
}

/** Number by number against the release before, over the last 30 days. */
export function ReleaseComparison({ release }: { readonly release: Release }) {
  const list = useApiList('/v1/releases', {
    query: { platform: release.platform, channel: release.channel, limit: 100 },
  });
  const named = release.regression_evidence?.prev_release_id;
  const listed = releaseBefore(release, list.rows);
  const result = useApi(
    '/v1/releases/:id',
    { params: { id: named ?? release.id } },
    { enabled: named !== undefined && named !== listed?.id },
  );
  const before = named === undefined || named === listed?.id ? listed : result.data;
  return (
    <Panel
      title="Compared with previous release"
      description="Last 30 days"
      isLoading={list.isPending}
      loadingHeight={220}
      error={failureOf(list, "Couldn't load the previous release")}
      empty={before === undefined ? { title: 'No previous release on this platform and channel' } : undefined}
    >
      {before !== undefined && (
        <div className={flowStyles.scroll}>
          <table className={styles.compare}>
            <thead>
              <tr>
                <th scope="col">Measure</th>
                <th scope="col">{release.version}</th>
                <th scope="col">
                  <PageLink page="/releases/$id" params={{ id: before.id }}>
                    {before.version}
                  </PageLink>
                </th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {measures.map((measure) => (
                <tr key={measure.label}>
                  <th scope="row">{measure.label}</th>
                  <td>{shown(measure, release)}</td>
                  <td>{shown(measure, before)}</td>
                  <td>
                    <Change
                      now={measure.of(release)}
                      before={measure.of(before)}
                      good={isClear(measure, release, before) ? measure.good : undefined}
                      changeIn={measure.changeIn}
                      format={measure.format}
                      against={before.version}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function shown({ of, format }: Measure, release: Release): ReactNode {
  const value = of(release);
  return value === null ? '–' : format(value);
}
