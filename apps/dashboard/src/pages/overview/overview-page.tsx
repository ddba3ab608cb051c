import { SeriesColoursProvider } from '../../charts/series-colours.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { useBounds } from '../../navigation/use-bounds.ts';
import { ActiveUsersPanel } from './active-users-panel.tsx';
import { LookList } from './look/look-list.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { TrafficPanels } from './traffic/traffic-panels.tsx';

export function OverviewPage() {
  const bounds = useBounds();
  return (
    <SeriesColoursProvider>
      <PageHeader title="Overview" />
      <div className={flowStyles.stack16}>
        <OverviewTiles bounds={bounds} />
        <ActiveUsersPanel bounds={bounds} />
        <LookList bounds={bounds} />
        <TrafficPanels range={bounds.range} />
      </div>
    </SeriesColoursProvider>
  );
}
