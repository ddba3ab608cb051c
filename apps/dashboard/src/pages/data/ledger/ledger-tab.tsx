import { IconCircleCheck, IconScale } from '@tabler/icons-react';
import { useMemo } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { TimeChart } from '../../../charts/time-chart/time-chart.tsx';
import { ErrorState } from '../../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../../design/feedback/loading-block.tsx';
import { formatExactNumber } from '../../../design/format/format-number.ts';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { useBounds } from '../../../navigation/use-bounds.ts';
import type { DataTabProps } from '../catalog/catalog-tab.tsx';
import styles from '../data.module.css';
import { ledgerKinds } from '../data-search.ts';
import { ledgerDays, ledgerInsight, ledgerParts, partWords } from './ledger-parts.ts';
import { LedgerReasons } from './ledger-reasons.tsx';
import { LedgerSum } from './ledger-sum.tsx';
import { LedgerTable } from './ledger-table.tsx';

const kindLabels = { events: 'Events', crashes: 'Crash reports', metrics: 'Metrics' } as const;

/** What came in per day, and what became of it: a sum that can be checked. */
export function LedgerTab({ search, onChange }: DataTabProps) {
  const { from: rangeFrom, to: rangeTo } = useBounds();
  const { isCut, ...query } = ledgerInsight({ from: rangeFrom, to: rangeTo });
  const result = useApi('/v1/usage/ledger', { query: { ...query, kind: search.of } });
  const { data } = result;
  const days = useMemo(() => (data === undefined ? [] : ledgerDays(data)), [data]);
  const chart = useMemo(
    () => ({
      times: days.map(({ startMs }) => startMs),
      series: ledgerParts
        .filter((part) => days.some(({ sums }) => sums[part] > 0))
        .map((part) => ({ name: partWords[part].label, values: days.map(({ sums }) => sums[part]) })),
    }),
    [days],
  );
  const failure = failureOf(result, "Couldn't load the ledger");
  const choice = (
    <SegmentedTabs
      label="Ledger of"
      look="pills"
      value={search.of}
      onChange={(of) => onChange({ of: of === 'events' ? undefined : of })}
      tabs={ledgerKinds.map((value) => ({ value, label: kindLabels[value] }))}
    />
  );
  if (failure !== undefined) {
    return (
      <Panel>
        <ErrorState {...failure} />
      </Panel>
    );
  }
  if (data === undefined) return <LoadingBlock height={560} />;
  const what = kindLabels[data.kind].toLowerCase();
  if (data.totals.received === 0) {
    return (
      <Panel
        actions={choice}
        empty={{
          icon: <IconScale size={28} stroke={1.4} />,
          title: `No ${what} received in this range`,
          children:
            'Everything received is counted here, stored or not. Requests rejected before their body is read, such as those with an invalid key, are not counted.',
        }}
      />
    );
  }
  return (
    <>
      <Panel
        title={
          <span className={styles.balance} data-balanced={data.balanced}>
            {data.balanced && <IconCircleCheck size={16} aria-hidden />}
            {data.balanced
              ? `All ${formatExactNumber(data.totals.received)} ${what} are accounted for`
              : `The ledger of ${what} doesn't add up`}
          </span>
        }
        description={
          data.balanced
            ? 'Received is counted on arrival, outcomes on storage. Both match in every row below.'
            : 'Rows that differ are marked below. This is a bug: please report it. The server log and /readyz have details.'
        }
        actions={choice}
      >
        <LedgerSum totals={data.totals} />
        <TimeChart
          label={`Outcome of ${what}`}
          kind="stacked-bar"
          times={chart.times}
          series={chart.series}
          timeZone="UTC"
          height={240}
          isLastIncomplete={Date.parse(data.to) > Date.now() - 60_000}
        />
      </Panel>
      <Panel
        title={data.interval === 'day' ? 'By day' : 'By hour'}
        description={`By received time, in UTC.${isCut ? ' Showing the last 31 days of the range.' : ''}`}
        isFlush
      >
        <LedgerTable days={days} totals={data.totals} interval={data.interval} />
      </Panel>
      <LedgerReasons totals={data.totals} hasFailedEvents={data.kind === 'events'} />
    </>
  );
}
