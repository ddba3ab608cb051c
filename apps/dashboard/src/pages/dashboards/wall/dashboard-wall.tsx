import { useQueries } from '@tanstack/react-query';
import { useEnvironment } from '../../../api/environment.ts';
import { apiQuery } from '../../../api/use-api.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import { SeriesColoursProvider } from '../../../charts/series-colours.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import type { TimeRange } from '../../../navigation/time-range.ts';
import { type Dashboard, placedItems } from '../dashboard.ts';
import { columnsOf } from '../grid/grid-layout.ts';
import { WidgetGrid } from '../grid/widget-grid.tsx';
import { WidgetCard } from '../widget/widget-card.tsx';
import { Wall } from './wall.tsx';

export interface DashboardWallProps {
  readonly ids: readonly string[];
  readonly all: TimeRange | undefined;
  readonly rotateSeconds: number;
  readonly onClose: () => void;
}

/** Dashboards of the project on a wall. One that was deleted meanwhile is left out. */
export function DashboardWall({ ids, all, rotateSeconds, onClose }: DashboardWallProps) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const found = useQueries({
    queries: ids.map((id) => ({ ...apiQuery(api, '/v1/dashboards/:id', { params: { id } }), retry: false })),
  });
  const dashboards = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return (
    <Wall
      titles={dashboards.map(({ name }) => name)}
      rotateSeconds={rotateSeconds}
      onRefresh={() => void invalidate('/v1/insights/query', '/v1/dashboards')}
      onClose={onClose}
    >
      {(index) => {
        const dashboard = dashboards[index];
        if (dashboard === undefined) return <LoadingBlock height={480} />;
        return <WallGrid key={dashboard.id} dashboard={dashboard} all={all} />;
      }}
    </Wall>
  );
}

function WallGrid({ dashboard, all }: { readonly dashboard: Dashboard; readonly all: TimeRange | undefined }) {
  const { widgets, layout } = dashboard;
  const items = placedItems(widgets);
  return (
    <SeriesColoursProvider>
      <WidgetGrid
        items={items}
        columns={columnsOf(layout, items)}
        nameOf={(id) => widgets.find((widget) => widget.id === id)?.name ?? ''}
      >
        {(id, slot) => {
          const widget = widgets.find((each) => each.id === id);
          return (
            widget && (
              <WidgetCard
                widget={widget}
                slot={slot}
                all={all}
                people={undefined}
                onPeople={() => undefined}
                onRange={() => undefined}
              />
            )
          );
        }}
      </WidgetGrid>
    </SeriesColoursProvider>
  );
}
