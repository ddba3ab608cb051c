import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { DoorPage } from '../../../design/layout/door-page.tsx';
import { PageHeader } from '../../../design/layout/page-header.tsx';
import { TimeZoneProvider } from '../../../design/primitives/time-zone.tsx';
import { PrintFacts } from '../../../design/print/print-facts.tsx';
import { usePageTitle } from '../../../navigation/page-title.ts';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import { DisplayMenu } from '../share/display-menu.tsx';
import { enterFullScreen } from '../wall/full-screen.ts';
import { noWall, readWallSearch } from '../wall/wall-search.ts';
import { tokensOf } from './shared-dashboard.ts';
import { SharedGrid } from './shared-grid.tsx';
import styles from './shared-page.module.css';
import { SharedWall } from './shared-wall.tsx';
import { useSharedDashboard } from './use-shared.ts';

/** What a share link shows: a dashboard to look at, without a session and without ways to elsewhere. */
export function SharedPage() {
  const [tokens] = useState(() => tokensOf(window.location.hash));
  const [{ wall, rotate }, changeWall] = usePageSearch(readWallSearch);
  const queries = useQueryClient();
  const [token] = tokens;
  const result = useSharedDashboard(token);
  usePageTitle(result.data?.name);
  const failure = failureOf(result, "Couldn't load the dashboard");
  if (token === undefined) return <NoDashboard problem="The link is incomplete. Copy the whole link." />;
  if (result.error !== null && result.error.status < 500 && result.error.status >= 400 && result.error.status !== 429) {
    return <NoDashboard problem="This link has expired, was revoked, or never existed. Ask for a new one." />;
  }
  const { data: dashboard } = result;
  return (
    <main id="content" className={styles.page} tabIndex={-1}>
      {dashboard === undefined && (failure === undefined ? <LoadingBlock height={480} /> : <ErrorState {...failure} />)}
      {dashboard !== undefined && (
        <TimeZoneProvider timeZone={dashboard.timezone}>
          <PageHeader
            title={<bdi>{dashboard.name}</bdi>}
            description={dashboard.description ?? undefined}
            actions={
              <DisplayMenu
                onWall={() => {
                  enterFullScreen();
                  changeWall({ wall: true });
                }}
              />
            }
          />
          <p className={styles.facts} data-no-print>
            Read-only · {dashboard.environment} data · refreshes automatically
          </p>
          <PrintFacts facts={[dashboard.environment]} />
          {!wall && <SharedGrid token={token} dashboard={dashboard} />}
          {dashboard.widgets.length === 0 && <p className={styles.nothing}>This dashboard is empty</p>}
        </TimeZoneProvider>
      )}
      {dashboard !== undefined && wall && (
        <SharedWall
          tokens={tokens}
          rotateSeconds={rotate}
          onRefresh={() => void queries.invalidateQueries({ queryKey: ['shared'] })}
          onClose={() => changeWall(noWall)}
        />
      )}
    </main>
  );
}

function NoDashboard({ problem }: { readonly problem: string }) {
  return (
    <DoorPage title="Shared dashboard" problem={problem}>
      {null}
    </DoorPage>
  );
}
