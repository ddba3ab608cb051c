import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';
import { CopyField } from '../../../design/inputs/copy-field.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { releaseStatus } from '../release-words.ts';
import styles from '../releases.module.css';

export type ReleaseDetails = Wire['ReleaseAnswer']['data'];

/** What was built, and when it was deployed to whom. */
export function ReleaseFacts({ release }: { readonly release: ReleaseDetails }) {
  return (
    <div className={styles.pair}>
      <Panel title="Details">
        <KeyValue
          items={[
            {
              label: 'Commit',
              value:
                release.commit_sha === null ? null : (
                  <CopyField value={release.commit_sha} label="Copy commit" isInline />
                ),
            },
            {
              label: 'Commits since previous release',
              value: release.commit_count === 0 ? null : release.commit_count,
            },
            {
              label: 'Branch',
              value: release.branch === null ? null : <bdi className={styles.mono}>{release.branch}</bdi>,
            },
            { label: 'Pull request', value: release.pr_number === null ? null : `#${release.pr_number}` },
            { label: 'Release notes', value: release.pr_title === null ? null : <bdi>{release.pr_title}</bdi> },
            { label: 'Channel', value: release.channel },
            { label: 'Source', value: release.origin === 'announced' ? 'Registered' : 'Detected from data' },
            {
              label: 'Deployed',
              value: release.deployed_at === null ? null : <RelativeTime at={release.deployed_at} />,
            },
          ]}
        />
      </Panel>
      <Panel title="Deployments" description="Latest status and rollout changes">
        {release.recent_deployments.length === 0 ? (
          <p className={textStyles.muted13}>No deployments yet</p>
        ) : (
          <ol className={flowStyles.listColumn}>
            {release.recent_deployments.map((deployment) => {
              const { tone, text } = releaseStatus(deployment);
              return (
                <li key={deployment.id} className={styles.item}>
                  <span className={styles.itemTitle}>
                    <StatusBadge tone={tone}>{text}</StatusBadge>
                    <span className={textStyles.muted13}>{formatPercent(deployment.rollout_pct)} of users</span>
                  </span>
                  <span className={textStyles.muted13}>
                    <RelativeTime at={deployment.changed_at} />
                  </span>
                  <p className={styles.itemWords}>by {deployment.actor}</p>
                </li>
              );
            })}
          </ol>
        )}
      </Panel>
    </div>
  );
}
