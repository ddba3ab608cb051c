import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatPercent } from '../../design/format/format-number.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { endsNow } from '../../navigation/time-range.ts';
import { useBounds } from '../../navigation/use-bounds.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import { adoptionInterval, adoptionLines } from './adoption-series.ts';
import type { ReleasePlatform } from './releases-search.ts';

const percent = (value: number): string => formatPercent(value, 1);

/** Which versions people have, over time. */
export function AdoptionPanel({ platform }: { readonly platform: ReleasePlatform }) {
  const bounds = useBounds();
  const { from, to, range } = bounds;
  const interval = adoptionInterval(intervalOfRange(range));
  const adoption = useApi('/v1/releases/adoption', { query: { from, to, platform, interval } });
  const markers = useTimeMarkers(bounds, ['release']);
  const { data } = adoption;
  const lines = useMemo(() => (data === undefined ? { times: [], series: [] } : adoptionLines(data)), [data]);
  return (
    <Panel
      title="Adoption"
      description={`Share of sessions by version${platform === 'all' ? ', all platforms' : ''}`}
      isLoading={adoption.isPending}
      loadingHeight={252}
      error={failureOf(adoption, "Couldn't load the adoption")}
      empty={
        data !== undefined && data.series.length === 0
          ? { title: 'No sessions with a version in this range' }
          : undefined
      }
    >
      <TimeChart
        label="Adoption of versions"
        kind="stacked-bar"
        times={lines.times}
        series={lines.series}
        markers={markers}
        formatValue={percent}
        yMax={100}
        isLastIncomplete={endsNow(range)}
        height={220}
      />
    </Panel>
  );
}
