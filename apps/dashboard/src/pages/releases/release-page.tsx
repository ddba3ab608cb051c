import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { platformWords } from '../../design/format/platform-words.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { FirstCrashes } from './release/first-crashes.tsx';
import { ReleaseAdoption } from './release/release-adoption.tsx';
import { ReleaseComparison } from './release/release-comparison.tsx';
import { ReleaseFacts } from './release/release-facts.tsx';
import { ReleaseHealth } from './release/release-health.tsx';
import { ReleaseTiles } from './release/release-tiles.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { evidenceSentence, healthWords, releaseStatus, tierWords } from './release-words.ts';
import styles from './releases.module.css';

export function ReleasePage() {
  const id = useRouteParam('id');
  const href = usePageHref();
  const role = useRole();
  const [isEditing, setEditing] = useState(false);
  const release = useApi('/v1/releases/:id', { params: { id } });
  const { data } = release;
  usePageTitle(data?.version);
  const crumbs = [{ label: 'Releases', href: href('/releases') }];
  const failure = failureOf(release, "Couldn't load the release");
  if (data === undefined) {
    const isGone = release.error?.status === 404;
    return (
      <>
        <PageHeader title="Release" breadcrumbs={crumbs} />
        {failure === undefined ? (
          <LoadingBlock height={480} />
        ) : (
          <ErrorState {...failure} title={isGone ? 'Release not found' : failure.title} />
        )}
      </>
    );
  }
  const status = releaseStatus(data);
  const health = healthWords(data.health_status);
  const evidence = evidenceSentence(data);
  return (
    <SeriesColoursProvider>
      <PageHeader
        breadcrumbs={crumbs}
        title={
          <>
            <bdi>{data.version}</bdi> on {platformWords[data.platform]}
          </>
        }
        badge={
          <>
            <StatusBadge tone={status.tone}>{status.text}</StatusBadge>
            <StatusBadge tone={health.tone}>{health.text}</StatusBadge>
          </>
        }
        description={data.pr_title ?? (data.origin === 'seen' ? 'Detected from data' : undefined)}
        actions={
          role.can('editor') ? (
            <Button size="xs" onClick={() => setEditing(true)}>
              Edit release
            </Button>
          ) : undefined
        }
      />
      <div className={flowStyles.stack16}>
        {evidence !== undefined && data.regression_tier !== null && (
          <div className={styles.evidence} data-tier={data.regression_tier}>
            <StatusBadge tone={tierWords[data.regression_tier].tone}>
              {tierWords[data.regression_tier].text}
            </StatusBadge>
            <p>{evidence}</p>
          </div>
        )}
        <ReleaseTiles release={data} />
        <div className={styles.pair}>
          <ReleaseHealth release={data} />
          <ReleaseComparison release={data} />
        </div>
        <ReleaseAdoption release={data} />
        <FirstCrashes release={data} />
        <ReleaseFacts release={data} />
      </div>
      <ReleaseDialog isOpen={isEditing} onClose={() => setEditing(false)} release={data} />
    </SeriesColoursProvider>
  );
}
