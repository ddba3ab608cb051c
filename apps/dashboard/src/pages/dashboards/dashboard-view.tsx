import { Button } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { PrintFacts } from '../../design/print/print-facts.tsx';
import { rangeWords } from '../../design/range-picker/time-range.ts';
import { DigestDialog } from '../../digests/digest-dialog.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import type { Dashboard } from './dashboard.ts';
import { readDashboardSearch, writeAll } from './dashboard-search.ts';
import { DashboardToolbar } from './dashboard-toolbar.tsx';
import { FactsDialog } from './facts-dialog.tsx';
import { tidyUp } from './grid/grid-layout.ts';
import { type GridSlot, WidgetGrid } from './grid/widget-grid.tsx';
import { ShareDialog } from './share/share-dialog.tsx';
import { useLayout } from './use-layout.ts';
import { useWidgetActions } from './use-widget-actions.ts';
import { DashboardWall } from './wall/dashboard-wall.tsx';
import { enterFullScreen } from './wall/full-screen.ts';
import { WallDialog } from './wall/wall-dialog.tsx';
import { noWall, readWallSearch } from './wall/wall-search.ts';
import { WidgetCard } from './widget/widget-card.tsx';
import { WidgetEditor } from './widget/widget-editor.tsx';

export interface DashboardViewProps {
  readonly dashboard: Dashboard;
  readonly mayEdit: boolean;
}

export function DashboardView({ dashboard, mayEdit }: DashboardViewProps) {
  const { api, environment, timezone } = useEnvironment();
  const invalidate = useInvalidate();
  const href = usePageHref();
  const [{ all, edit, people }, change] = usePageSearch(readDashboardSearch);
  const [{ wall, rotate, dashboards: turns }, changeWall] = usePageSearch(readWallSearch);
  const [dialog, setDialog] = useState<'rename' | 'share' | 'digest' | 'rotate'>();
  const layout = useLayout(dashboard);
  const { widgets } = dashboard;
  const setAll = (range: typeof all) => change({ all: writeAll(range) as never });
  const openEditor = useCallback((id: string | undefined) => change({ edit: id }), [change]);
  const actions = useWidgetActions(dashboard, layout.columns, openEditor);

  const renderWidget = (id: string, slot: GridSlot) => {
    const widget = widgets.find((each) => each.id === id);
    if (widget === undefined) return null;
    return (
      <WidgetCard
        widget={widget}
        slot={slot}
        all={all}
        actions={mayEdit ? actions : undefined}
        people={people?.widget === id ? people.at : undefined}
        onPeople={(at) => change({ people: at === undefined ? undefined : { widget: id, at } })}
        onRange={(fromMs, toMs) =>
          setAll({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
        }
      />
    );
  };
  return (
    <>
      <PageHeader
        title={<bdi>{dashboard.name}</bdi>}
        description={dashboard.description ?? undefined}
        breadcrumbs={[{ label: 'Dashboards', href: href('/dashboards') }]}
        badge={dashboard.is_template ? <StatusBadge tone="neutral">Template</StatusBadge> : undefined}
        actions={
          <DashboardToolbar
            dashboard={dashboard}
            mayEdit={mayEdit}
            layoutState={layout.state}
            all={all}
            onAll={setAll}
            onAdd={() => openEditor('new')}
            onRename={() => setDialog('rename')}
            onShare={() => setDialog('share')}
            onDigest={() => setDialog('digest')}
            onRotate={() => setDialog('rotate')}
            onFullScreen={() => {
              enterFullScreen();
              changeWall({ wall: true });
            }}
            onTidyUp={() => layout.move(tidyUp(layout.items, layout.columns))}
          />
        }
      />
      <PrintFacts facts={[environment.name, all === undefined ? "Each widget's range" : rangeWords(all, timezone)]} />
      {widgets.length === 0 ? <NoWidgets onAdd={mayEdit ? () => openEditor('new') : undefined} /> : null}
      {!wall && (
        <WidgetGrid
          items={layout.items}
          columns={layout.columns}
          nameOf={(id) => widgets.find((widget) => widget.id === id)?.name ?? ''}
          onChange={mayEdit ? layout.move : undefined}
        >
          {renderWidget}
        </WidgetGrid>
      )}
      {wall && (
        <DashboardWall
          ids={[dashboard.id, ...turns.filter((id) => id !== dashboard.id)]}
          all={all}
          rotateSeconds={rotate}
          onClose={() => changeWall(noWall)}
        />
      )}
      {dialog === 'share' && <ShareDialog dashboard={dashboard} onClose={() => setDialog(undefined)} />}
      {dialog === 'digest' && <DigestDialog dashboard={dashboard} onClose={() => setDialog(undefined)} />}
      {dialog === 'rotate' && (
        <WallDialog
          ownId={dashboard.id}
          onClose={() => setDialog(undefined)}
          onStart={(others, seconds) => {
            enterFullScreen();
            setDialog(undefined);
            changeWall({ rotate: `${seconds}s`, dashboards: others.join(',') } as never);
          }}
        />
      )}
      {dialog === 'rename' && (
        <FactsDialog
          title="Rename dashboard"
          action="Save"
          initial={dashboard}
          onClose={() => setDialog(undefined)}
          onSave={async (facts) => {
            await api.patch('/v1/dashboards/:id', { params: { id: dashboard.id }, body: facts });
            await invalidate('/v1/dashboards');
          }}
        />
      )}
      {mayEdit && edit !== undefined && (
        <WidgetEditor
          key={edit}
          dashboard={dashboard}
          widget={widgets.find(({ id }) => id === edit)}
          columns={layout.columns}
          onClose={() => openEditor(undefined)}
        />
      )}
    </>
  );
}

function NoWidgets({ onAdd }: { readonly onAdd: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<IconChartBar size={28} stroke={1.4} />}
      title="This dashboard is empty"
      action={
        onAdd !== undefined && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
            Add a widget
          </Button>
        )
      }
    >
      Widgets show trends, funnels, retention, paths or SQL results. You can also save a chart here from Explore.
    </EmptyState>
  );
}
