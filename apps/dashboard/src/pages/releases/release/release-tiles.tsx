import { formatShortCount } from '../../../design/format/format-count.ts';
import { formatDuration } from '../../../design/format/format-duration.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { StatTile } from '../../../design/primitives/stat-tile.tsx';
import type { Release } from '../release-words.ts';
import styles from '../releases.module.css';

/** How it did in the last 30 days. */
export function ReleaseTiles({ release }: { readonly release: Release }) {
  return (
    <div className={styles.tiles}>
      <StatTile
        label="Crash-free sessions"
        value={release.crash_free_rate}
        format={(value) => formatPercent(value, 2)}
        of={`${formatShortCount(release.total_sessions, 'session')} in 30 days`}
      />
      <StatTile
        label="Health score"
        value={release.health_score}
        format={(value) => value.toFixed(0)}
        footer="of 100, last 30 days"
      />
      <StatTile
        label="Adoption"
        value={release.adoption_pct}
        format={(value) => formatPercent(value, 1)}
        footer="of its platform's sessions, last 24 hours"
      />
      <StatTile
        label="Failed requests"
        value={release.error_rate}
        format={(value) => formatPercent(value)}
        footer="of its requests, last 30 days"
      />
      <StatTile
        label="Request time, p50"
        value={release.p50_latency_ms}
        format={formatDuration}
        footer={`p99 ${formatDuration(release.p99_latency_ms)}`}
      />
      <StatTile label="Users" value={release.total_users} footer="in the last 30 days" />
    </div>
  );
}
