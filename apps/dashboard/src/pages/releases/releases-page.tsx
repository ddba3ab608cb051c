import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRole } from '../../api/environment.ts';
import { useApiList } from '../../api/use-api.ts';
import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { AdoptionPanel } from './adoption-panel.tsx';
import { RegressionsPanel } from './regressions-panel.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { readReleasesSearch } from './releases-search.ts';
import { ReleasesTable } from './releases-table.tsx';

export function ReleasesPage() {
  const [search, change] = usePageSearch(readReleasesSearch);
  const role = useRole();
  const [isAnnouncing, setAnnouncing] = useState(false);
  const { platform, channel, status } = search;
  const releases = useApiList('/v1/releases', {
    query: {
      platform,
      channel: channel === 'all' ? undefined : channel,
      status: status === 'all' ? undefined : status,
      limit: 50,
    },
  });
  return (
    <SeriesColoursProvider>
      <PageHeader
        title="Releases"
        description="Health and adoption of your app versions"
        actions={
          <>
            <SavedViews page="releases" size="xs" />
            {role.can('editor') && (
              <Button size="xs" onClick={() => setAnnouncing(true)}>
                Register release
              </Button>
            )}
          </>
        }
      />
      <div className={flowStyles.stack16}>
        <RegressionsPanel releases={releases.rows} />
        <AdoptionPanel platform={platform} />
        <ReleasesTable releases={releases} search={search} onChange={change} />
      </div>
      <ReleaseDialog isOpen={isAnnouncing} onClose={() => setAnnouncing(false)} />
    </SeriesColoursProvider>
  );
}
