import { useId } from 'react';
import { SeriesColoursProvider } from '../../../charts/series-colours.tsx';
import { TimeZoneProvider } from '../../../design/primitives/time-zone.tsx';
import { describeInsight } from '../../../insights/describe-insight.ts';
import { columnsOf } from '../grid/grid-layout.ts';
import { type GridSlot, WidgetGrid } from '../grid/widget-grid.tsx';
import styles from '../widget/widget-card.module.css';
import { WidgetResult } from '../widget/widget-result.tsx';
import { insightOfShared, type SharedDashboard, type SharedWidget } from './shared-dashboard.ts';
import { useSharedResult } from './use-shared.ts';

export interface SharedGridProps {
  readonly token: string;
  readonly dashboard: SharedDashboard;
}

export function SharedGrid({ token, dashboard: { widgets, layout, timezone } }: SharedGridProps) {
  const items = widgets.map(({ id, position }) => ({ id, ...position }));
  return (
    <TimeZoneProvider timeZone={timezone}>
      <SeriesColoursProvider>
        <WidgetGrid
          items={items}
          columns={columnsOf(layout, items)}
          nameOf={(id) => widgets.find((widget) => widget.id === id)?.name ?? ''}
        >
          {(id, slot) => {
            const widget = widgets.find((each) => each.id === id);
            return widget && <SharedCard token={token} widget={widget} slot={slot} />;
          }}
        </WidgetGrid>
      </SeriesColoursProvider>
    </TimeZoneProvider>
  );
}

const AROUND_PX = 60;
const LEAST_PX = 60;

interface SharedCardProps {
  readonly token: string;
  readonly widget: SharedWidget;
  readonly slot: GridSlot;
}

/** A widget without a menu: there is nothing that a visitor could do with it. */
function SharedCard({ token, widget, slot }: SharedCardProps) {
  const titleId = useId();
  const asked = useSharedResult(token, widget);
  const name = widget.name.trim() === '' ? describeInsight(insightOfShared(widget)) : widget.name;
  return (
    <section className={styles.card} aria-labelledby={titleId} style={{ height: slot.height }}>
      <header className={styles.header}>
        <h2 id={titleId} className={styles.title} data-hint={widget.description ?? undefined}>
          <bdi>{name}</bdi>
        </h2>
        {asked.result.isFetching && <span className={styles.asking} role="status" aria-label={`Loading ${name}`} />}
      </header>
      <div className={styles.body}>
        <WidgetResult widget={widget} asked={asked} height={Math.max(LEAST_PX, slot.height - AROUND_PX)} />
      </div>
    </section>
  );
}
