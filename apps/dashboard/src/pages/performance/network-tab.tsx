import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { formatCount } from '../../design/format/format-count.ts';
import { formatExactNumber } from '../../design/format/format-number.ts';
import { isEnough } from '../../design/format/is-clear-change.ts';
import { MoreButton } from '../../design/inputs/more-button.tsx';
import { SearchField } from '../../design/inputs/search-field.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { Change } from '../../design/primitives/change.tsx';
import { Hint } from '../../design/primitives/hint.tsx';
import { Percent } from '../../design/primitives/percent.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { useBounds } from '../../navigation/use-bounds.ts';
import { useSearchHref } from '../../navigation/use-search-href.ts';
import { isRequest } from './metric-areas.ts';
import { formatMetric, type Metric } from './metric-words.ts';
import type { PerformanceTabProps } from './metrics-tab.tsx';
import { noMetrics } from './no-metrics.ts';
import styles from './performance.module.css';

/** Requests by route, as templates: ids are taken out of addresses before they are stored. */
export function NetworkTab({ search, onChange }: PerformanceTabProps) {
  const { from, to, against } = useBounds();
  const { version, platform, q } = search;
  const hrefWith = useSearchHref();
  const list = useApiList('/v1/performance/summary', {
    query: { from, to, metric_type: 'network', search: q, app_version: version, platform, limit: 100 },
  });
  const rows = useMemo(() => list.rows.filter(isRequest), [list.rows]);
  const columns = useMemo(() => requestColumns(against), [against]);
  return (
    <Panel
      title="Requests by route"
      description="Response times and failures measured on clients. Ids in URLs are replaced by :id, :uuid and so on."
      actions={
        <SearchField
          label="Search routes"
          value={q ?? ''}
          onChange={(text) => onChange({ q: text === '' ? undefined : text })}
        />
      }
      isFlush
      footer={list.hasNextPage ? <MoreButton list={list} /> : undefined}
    >
      <DataTable
        label="Requests by route"
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        rowHref={(row) => hrefWith({ tab: undefined, q: undefined, metric: row.metric_name, type: row.metric_type })}
        initialSort={{ id: 'count', isDescending: true }}
        isLoading={list.isPending}
        error={failureOf(list, "Couldn't load requests")}
        empty={noMetrics(version !== undefined || platform !== undefined || q !== undefined, window.location.origin)}
      />
    </Panel>
  );
}

function requestColumns(against: string): readonly DataColumn<Metric>[] {
  const time = (id: 'p50' | 'p95' | 'p99'): DataColumn<Metric> => ({
    id,
    header: id,
    align: 'end',
    width: '88px',
    ...(id === 'p99' ? { onCard: 'hidden' as const } : {}),
    sortValue: (row) => row[id],
    cell: (row) => formatMetric(row[id], row.unit),
  });
  return [
    {
      id: 'route',
      header: 'Route',
      width: 'minmax(260px, 4fr)',
      onCard: 'title',
      sortValue: (row) => row.metric_name,
      cell: (row) => <bdi className={styles.route}>{row.metric_name}</bdi>,
    },
    {
      id: 'count',
      header: 'Requests',
      align: 'end',
      width: '96px',
      sortValue: (row) => row.count,
      cell: (row) => <ShortNumber value={row.count} unit="requests" one="request" />,
    },
    {
      id: 'errors',
      header: 'Failed',
      hint: 'Requests with an error or status 400 and above',
      align: 'end',
      width: '88px',
      sortValue: (row) => row.error_rate,
      cell: (row) => (
        <span className={row.error_rate >= 5 ? styles.bad : undefined}>
          <Percent value={row.error_rate} of={formatCount(row.count, 'request')} />
        </span>
      ),
    },
    {
      id: 'classes',
      header: '4xx · 5xx',
      align: 'end',
      width: '96px',
      onCard: 'hidden',
      sortValue: (row) => failedResults(row),
      cell: (row) => (
        <Hint text={classWords(row)} className={styles.classes}>
          {row.status_classes?.['4xx'] ?? 0} · {row.status_classes?.['5xx'] ?? 0}
        </Hint>
      ),
    },
    time('p50'),
    time('p95'),
    time('p99'),
    {
      id: 'change',
      header: 'p95 change',
      hint: `Compared with ${against}`,
      align: 'end',
      width: '132px',
      sortValue: (row) => row.change?.p95 as number | null | undefined,
      cell: (row) => (
        <Change
          now={row.p95}
          before={row.previous?.p95}
          good={isEnough(row.count, row.previous?.count) ? 'down' : undefined}
          format={(value) => formatMetric(value, row.unit)}
          against={against}
        />
      ),
    },
  ];
}

const failedResults = ({ status_classes }: Metric): number =>
  (status_classes?.['4xx'] ?? 0) + (status_classes?.['5xx'] ?? 0);

const classWords = ({ status_classes }: Metric): string =>
  Object.entries(status_classes ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name === 'none' ? 'no status' : name}: ${formatExactNumber(count)}`)
    .join(', ') || 'unknown status';
