import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBroadcast, IconChartLine } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useApi } from '../../api/use-api.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { writeInsight } from '../../insights/address/write-insight.ts';
import { emptyInsight, emptySeries } from '../../insights/insight.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { useRouteParam } from '../../navigation/use-route-param.ts';
import { findLookalikes } from './catalog/find-lookalikes.ts';
import { useCatalog } from './catalog/use-catalog.ts';
import styles from './data.module.css';
import { EventOverview } from './event/event-overview.tsx';
import { EventSamples } from './event/event-samples.tsx';
import { eventTabs, readEventSearch } from './event-search.ts';
import { ModeBadge } from './schema/mode-badge.tsx';
import { SchemaEditor } from './schema/schema-editor.tsx';

const tabLabels = { overview: 'Volume and properties', schema: 'Schema', events: 'Latest events' } as const;

export function EventPage() {
  const name = useRouteParam('name');
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [search, change] = usePageSearch(readEventSearch);
  usePageTitle(name);
  const entry = useApi('/v1/events/catalog/:name', { params: { name } }, { keepPrevious: false });
  // An event that is planned was never seen, and most events have no schema: both are answers.
  const isUnseen = entry.error?.status === 404;
  const mayHaveSchema = isUnseen || entry.data?.has_schema === true;
  const schema = useApi(
    '/v1/events/schemas/:name',
    { params: { name } },
    { keepPrevious: false, enabled: mayHaveSchema },
  );
  const row = !mayHaveSchema || schema.error?.status === 404 ? undefined : schema.data;
  const failed = [entry, schema].find(({ error }) => error !== null && error.status !== 404);
  const isPending = entry.isPending || (mayHaveSchema && schema.isPending);
  const insight = writeInsight({ ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: name }] });
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        breadcrumbs={[{ label: 'Data', href: href('/data') }]}
        badge={row === undefined ? undefined : <ModeBadge mode={row.mode} />}
        description={row?.description ?? undefined}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconBroadcast size={16} aria-hidden />}
              onClick={() => navigate(href('/live', { q: name }))}
            >
              Watch live
            </Button>
            <Button
              leftSection={<IconChartLine size={16} aria-hidden />}
              onClick={() => navigate(href('/explore', { q: insight }))}
            >
              Explore
            </Button>
          </>
        }
      />
      <div className={flowStyles.stack16}>
        <LookalikeNote name={name} isSeen={entry.data !== undefined} />
        <SegmentedTabs
          label="Event views"
          value={search.tab}
          onChange={(tab) => change({ tab })}
          tabs={eventTabs.map((value) => ({
            value,
            label: tabLabels[value],
            href: href('/data/events/$name', { name }, value === 'overview' ? {} : { tab: value }),
          }))}
        />
        {failed !== undefined ? (
          <ErrorState title="Couldn't load the event" onRetry={() => void failed.refetch()}>
            {failed.error?.message}
          </ErrorState>
        ) : isPending ? (
          <LoadingBlock height={480} />
        ) : search.tab === 'schema' ? (
          <SchemaEditor
            key={name}
            name={name}
            schema={row}
            entry={isUnseen ? undefined : entry.data}
            view={search.view}
            onView={(view) => change({ view: view === 'table' ? undefined : view })}
          />
        ) : search.tab === 'events' ? (
          <EventSamples name={name} openId={search.open} onOpenChange={(open) => change({ open })} />
        ) : (
          <EventOverview
            name={name}
            entry={isUnseen ? undefined : entry.data}
            by={search.by}
            onBy={(by) => change({ by: by === 'none' ? undefined : by })}
          />
        )}
      </div>
    </>
  );
}

/** Says when the name is probably a misspelling of another. */
function LookalikeNote({ name, isSeen }: { readonly name: string; readonly isSeen: boolean }) {
  const { data } = useCatalog(undefined);
  const meant = useMemo(
    () => findLookalikes((data ?? []).map((row) => ({ name: row.event_name, count: row.count }))).get(name),
    [data, name],
  );
  if (meant === undefined || !isSeen) return null;
  return (
    <p className={styles.note}>
      <IconAlertTriangle size={16} className={styles.noteIcon} aria-hidden />
      <span>
        This rare name looks like a typo of{' '}
        <PageLink page="/data/events/$name" params={{ name: meant }}>
          {meant}
        </PageLink>
        . Fix it in the app; stored events keep their name.
      </span>
    </p>
  );
}
