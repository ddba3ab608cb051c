import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { SmallMultiples } from '../../charts/small-multiples.tsx';
import { isEnough } from '../../design/format/is-clear-change.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { Change } from '../../design/primitives/change.tsx';
import { Percent } from '../../design/primitives/percent.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { endsNow } from '../../navigation/time-range.ts';
import type { MetricDetailProps } from './metric-detail-props.ts';
import { bucketTimes, percentileSeries } from './metric-series.ts';
import { formatMetric, type Metric, type MetricUnit, metricTitle, ratingOf } from './metric-words.ts';
import { breakdownSentence, breakdownWords } from './performance-search.ts';

type BreakdownRow = NonNullable<Metric['breakdown']>[number];
const MAX_MULTIPLES = 9;

/** The same metric for each version, flag value and so on: small charts on one scale, and the numbers. */
export function MetricBreakdown({ metric, bounds, search, onBreakdown }: MetricDetailProps) {
  const { unit, metric_name, metric_type } = metric;
  const { from, to, range, against } = bounds;
  const result = useApi('/v1/performance/summary', {
    query: {
      from,
      to,
      metric_type,
      metric_name,
      app_version: search.version,
      platform: search.platform,
      breakdown: search.by,
      interval: intervalOfRange(range),
      limit: 1,
    },
  });
  const rows = useMemo(() => result.data?.[0]?.breakdown ?? [], [result.data]);
  const times = useMemo(() => bucketTimes(rows.map(({ series }) => series ?? [])), [rows]);
  const multiples = useMemo(
    () =>
      rows.slice(0, MAX_MULTIPLES).map((row) => ({
        name: row.value,
        value: row.p95,
        series: percentileSeries(times, row.series ?? [], ['p50', 'p95']),
      })),
    [rows, times],
  );
  const columns = useMemo(() => breakdownColumns(search.by, unit, against), [search.by, unit, against]);
  const title = `${metricTitle(metric_name)} ${breakdownSentence(search.by)}`;
  const format = (value: number): string => formatMetric(value, unit);
  const isEmpty = result.data !== undefined && rows.length === 0;
  return (
    <>
      <Panel
        title={title}
        description="p50 and p95 over time on one scale. The number is the p95 of the range."
        actions={<BreakdownSelect by={search.by} onChange={onBreakdown} />}
        isLoading={result.isPending}
        loadingHeight={320}
        error={failureOf(result, "Couldn't load the breakdown")}
        empty={isEmpty ? { title: 'No data', children: 'Try another breakdown.' } : undefined}
      >
        <SmallMultiples
          label={title}
          times={times}
          multiples={multiples}
          formatValue={format}
          isLastIncomplete={endsNow(range)}
          height={110}
        />
      </Panel>
      {rows.length > 0 && (
        <Panel isFlush>
          <DataTable
            label={`${title}, in numbers`}
            rows={rows}
            columns={columns}
            rowId={(row) => row.value}
            initialSort={{ id: 'count', isDescending: true }}
            empty={{ title: 'No values' }}
          />
        </Panel>
      )}
    </>
  );
}

function breakdownColumns(by: string, unit: MetricUnit, against: string): readonly DataColumn<BreakdownRow>[] {
  const number = (id: 'p50' | 'p75' | 'p95'): DataColumn<BreakdownRow> => ({
    id,
    header: id,
    align: 'end',
    width: '88px',
    sortValue: (row) => row[id],
    cell: (row) => formatMetric(row[id], unit),
  });
  return [
    {
      id: 'value',
      header: by.includes(':') ? by.slice(by.indexOf(':') + 1) : breakdownWords[by as keyof typeof breakdownWords],
      width: 'minmax(140px, 2fr)',
      onCard: 'title',
      sortValue: (row) => row.value,
      cell: (row) => <bdi>{row.value}</bdi>,
    },
    {
      id: 'count',
      header: 'Values',
      align: 'end',
      width: '88px',
      sortValue: (row) => row.count,
      cell: (row) => <ShortNumber value={row.count} unit="values" one="value" />,
    },
    number('p50'),
    number('p75'),
    number('p95'),
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
          good={unit !== 'count' && isEnough(row.count, row.previous?.count) ? 'down' : undefined}
          format={(value) => formatMetric(value, unit)}
          against={against}
        />
      ),
    },
    {
      id: 'over',
      header: 'Over threshold',
      align: 'end',
      width: '132px',
      sortValue: (row) => row.over_line_rate,
      cell: (row) => (row.over_line_rate === null ? '–' : <Percent value={row.over_line_rate} of="values" />),
    },
    {
      id: 'rating',
      header: 'Rating',
      width: '130px',
      cell: (row) => {
        const rating = ratingOf(row.rating);
        return rating === undefined ? '–' : <StatusBadge tone={rating.tone}>{rating.text}</StatusBadge>;
      },
    },
  ];
}

interface BreakdownSelectProps {
  readonly by: string;
  readonly onChange: (by: string) => void;
}

function BreakdownSelect({ by, onChange }: BreakdownSelectProps) {
  const flags = useApi('/v1/flags', { query: { limit: 100 } });
  const experiments = useApi('/v1/experiments', { query: { limit: 100 } });
  const flagKeys = (flags.data ?? []).map(({ key }) => `flag:${key}`);
  const experimentKeys = (experiments.data ?? []).map(({ key }) => `experiment:${key}`);
  const known = [...Object.keys(breakdownWords), ...flagKeys, ...experimentKeys];
  const option = (value: string) => ({ value, label: value.slice(value.indexOf(':') + 1) });
  const groups = [
    { group: 'By', items: Object.entries(breakdownWords).map(([value, label]) => ({ value, label })) },
    { group: 'By flag', items: [...flagKeys, ...(known.includes(by) ? [] : [by])].map(option) },
    { group: 'By experiment', items: experimentKeys.map(option) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      size="xs"
      w={200}
      aria-label="Break down by"
      data={groups}
      value={by}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      allowDeselect={false}
      searchable
      maxDropdownHeight={360}
    />
  );
}
