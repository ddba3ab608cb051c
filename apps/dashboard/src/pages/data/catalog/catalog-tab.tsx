import type { Wire } from '@lamppost/protocol';
import { IconAlertTriangle, IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { SearchField } from '../../../design/inputs/search-field.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import { Sparkline } from '../../../design/primitives/sparkline.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import { useBounds } from '../../../navigation/use-bounds.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import styles from '../data.module.css';
import type { ChangeDataSearch, DataSearch } from '../data-search.ts';
import { ModeBadge } from '../schema/mode-badge.tsx';
import { findLookalikes } from './find-lookalikes.ts';
import { useCatalog } from './use-catalog.ts';

export interface DataTabProps {
  readonly search: DataSearch;
  readonly onChange: ChangeDataSearch;
}

interface Row extends Omit<Wire['CatalogRow'], 'id'> {
  readonly volume: Wire['EventVolumesAnswer']['data']['events'][number] | undefined;
  readonly meant: string | undefined;
}

export function CatalogTab({ search, onChange }: DataTabProps) {
  const href = usePageHref();
  const { from, to } = useBounds();
  const list = useCatalog(search.q);
  const all = useCatalog(undefined);
  const { data: counted } = useApi('/v1/events/volumes', { query: { from, to } });
  const volumes = useMemo(() => new Map(counted?.events.map((volume) => [volume.event_name, volume])), [counted]);
  const lookalikes = useMemo(
    () => findLookalikes((all.data ?? []).map(({ event_name: name, count }) => ({ name, count }))),
    [all.data],
  );
  const rows = useMemo(
    (): readonly Row[] =>
      (list.data ?? []).map((row) => ({
        ...row,
        volume: volumes.get(row.event_name),
        meant: lookalikes.get(row.event_name),
      })),
    [list.data, volumes, lookalikes],
  );
  const shown = rows.filter(
    ({ has_schema: hasSchema, meant }) =>
      search.show === 'all' || (search.show === 'unchecked' ? !hasSchema : meant !== undefined),
  );
  const isNothing = search.q === undefined && rows.length === 0;
  return (
    <Panel isFlush>
      <div className={flowStyles.toolbar}>
        <SearchField
          label="Search events"
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q === '' ? undefined : q }, { isReplaced: true })}
        />
        <SegmentedTabs
          label="Event filter"
          look="pills"
          value={search.show}
          onChange={(show) => onChange({ show: show === 'all' ? undefined : show })}
          tabs={[
            { value: 'all', label: 'All', count: rows.length },
            { value: 'unchecked', label: 'Without schema', count: rows.filter((row) => !row.has_schema).length },
            {
              value: 'lookalikes',
              label: 'Possible typos',
              count: rows.filter((row) => row.meant !== undefined).length,
            },
          ]}
        />
      </div>
      <DataTable
        label="Events"
        rows={shown}
        columns={columns}
        rowId={({ event_name: name }) => name}
        rowHref={({ event_name: name }) => href('/data/events/$name', { name })}
        initialSort={{ id: 'week', isDescending: true }}
        rowHeight={52}
        isLoading={list.isPending}
        isLoadingMore={list.isLoadingMore}
        error={failureOf(list, "Couldn't load the catalog")}
        empty={isNothing ? nothingYet() : nothingFound(search.show)}
      />
    </Panel>
  );
}

const columns: readonly DataColumn<Row>[] = [
  {
    id: 'name',
    header: 'Event',
    width: 'minmax(200px, 3fr)',
    onCard: 'title',
    sortValue: ({ event_name: name }) => name,
    cell: ({ event_name: name, meant }) => (
      <span className={flowStyles.lines}>
        <bdi className={styles.title}>{name}</bdi>
        {meant !== undefined && (
          <span className={styles.lookalike}>
            <IconAlertTriangle size={12} aria-hidden /> possible typo of <bdi>{meant}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'trend',
    header: 'In range',
    width: '180px',
    sortValue: ({ volume }) => volume?.count,
    cell: ({ volume }) =>
      volume === undefined ? (
        <span className={textStyles.faint}>none</span>
      ) : (
        <span className={styles.trend}>
          <Sparkline values={volume.series} width={96} height={24} isLastIncomplete />
          <ShortNumber value={volume.count} unit="events in range" one="event in range" />
        </span>
      ),
  },
  {
    id: 'week',
    header: 'Received (7 days)',
    width: '128px',
    align: 'end',
    hint: 'By the time the server received them',
    sortValue: ({ count_7d: count }) => count,
    cell: ({ count_7d: count }) => <ShortNumber value={count} unit="events" one="event" />,
  },
  {
    id: 'count',
    header: 'Total',
    width: '80px',
    align: 'end',
    sortValue: ({ count }) => count,
    cell: ({ count }) => <ShortNumber value={count} unit="events" one="event" />,
  },
  {
    id: 'last',
    header: 'Last seen',
    width: '110px',
    sortValue: ({ last_seen: at }) => at,
    cell: ({ last_seen: at }) => <RelativeTime at={at} />,
  },
  {
    id: 'first',
    header: 'First seen',
    width: '110px',
    sortValue: ({ first_seen: at }) => at,
    cell: ({ first_seen: at }) => <RelativeTime at={at} />,
  },
  {
    id: 'properties',
    header: 'Properties',
    width: '100px',
    align: 'end',
    sortValue: ({ properties }) => properties.length,
    cell: ({ properties }) => (
      <Hint
        text={
          properties
            .slice(0, 12)
            .map(({ name }) => name)
            .join(', ') || 'none'
        }
      >
        {properties.length}
      </Hint>
    ),
  },
  {
    id: 'schema',
    header: 'Schema',
    width: '130px',
    sortValue: ({ schema_mode: mode }) => mode,
    cell: ({ schema_mode: mode }) =>
      mode === null ? <span className={textStyles.faint}>none</span> : <ModeBadge mode={mode} />,
  },
];

const nothingFound = (show: DataSearch['show']) =>
  show === 'lookalikes'
    ? {
        title: 'No possible typos',
        children:
          'Rare event names that nearly match a frequent one appear here: different case, separators, or a letter or two.',
      }
    : { title: 'No matching events', children: 'Search matches any part of the name, ignoring case.' };

const nothingYet = () => ({
  icon: <IconListSearch size={28} stroke={1.4} />,
  title: 'No events in this environment yet',
  children: 'Events appear here automatically with their properties, types and examples.',
  snippet: {
    language: 'bash' as const,
    code: `curl '${window.location.origin}/v1/ingest' \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"batch": [{"event": "signup", "user_id": "user_1", "properties": {"plan": "pro"}}]}'`,
  },
  action: <PageLink page="/onboarding">Get started with an SDK</PageLink>,
});
