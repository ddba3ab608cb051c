import { useMemo } from 'react';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { TimeChart } from '../../../charts/time-chart/time-chart.tsx';
import { formatPercent } from '../../../design/format/format-number.ts';
import { platformWords } from '../../../design/format/platform-words.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { intervalOfRange } from '../../../insights/interval-of-range.ts';
import { endsNow } from '../../../navigation/time-range.ts';
import { useBounds } from '../../../navigation/use-bounds.ts';
import { useTimeMarkers } from '../../../navigation/use-time-markers.ts';
import { adoptionInterval } from '../adoption-series.ts';
import type { Release } from '../release-words.ts';

const percent = (value: number): string => formatPercent(value, 1);

/** Its share of the sessions and people of its platform. */
export function ReleaseAdoption({ release }: { readonly release: Release }) {
  const bounds = useBounds();
  const { from, to, range } = bounds;
  const interval = adoptionInterval(intervalOfRange(range));
  const adoption = useApi('/v1/releases/adoption', { query: { from, to, platform: release.platform, interval } });
  const markers = useTimeMarkers(bounds, ['release']);
  const own = adoption.data?.series.find(({ version }) => version === release.version);
  const times = useMemo(() => (own?.points ?? []).map(({ at }) => Date.parse(at)), [own]);
  const series = useMemo(
    () => [
      { name: 'Sessions', values: (own?.points ?? []).map((point) => point.sessions_pct) },
      { name: 'Users', values: (own?.points ?? []).map((point) => point.users_pct) },
    ],
    [own],
  );
  const isAbsent = adoption.data !== undefined && own === undefined;
  return (
    <Panel
      title="Adoption"
      description={`Share of sessions and users on ${platformWords[release.platform]}`}
      isLoading={adoption.isPending}
      loadingHeight={232}
      error={failureOf(adoption, "Couldn't load the adoption")}
      empty={isAbsent ? { title: 'No sessions of this release in this range' } : undefined}
    >
      <TimeChart
        label={`Adoption of ${release.version}`}
        kind="line"
        times={times}
        series={series}
        markers={markers}
        formatValue={percent}
        yMax={100}
        isLastIncomplete={endsNow(range)}
        height={200}
      />
    </Panel>
  );
}
