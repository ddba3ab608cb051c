import type { SystemEvent } from '@lamppost/protocol';
import { useEnvironment } from '../../../api/environment.ts';
import { useInsightQuery } from '../../../api/use-insight-query.ts';
import { TimeChart } from '../../../charts/time-chart/time-chart.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { intervalOfRange } from '../../../insights/interval-of-range.ts';
import { endsNow, toWireRange } from '../../../navigation/time-range.ts';
import { useRange } from '../../../navigation/use-range.ts';
import type { Flag } from '../targeting/targeting.ts';
import { linesOf } from './lines-of.ts';

/** Which values people have really seen: exposures that SDKs have sent. */
export function ExposuresPanel({ flag }: { readonly flag: Flag }) {
  const { environment } = useEnvironment();
  const [range] = useRange();
  const { data, isPending, error, refetch } = useInsightQuery({
    kind: 'timeseries',
    event: '$flag_exposure' satisfies SystemEvent,
    filters: [{ field: 'event_properties.flag_key', op: 'eq', value: flag.key }],
    breakdownProperty: 'event_properties.value',
    interval: intervalOfRange(range),
    range: toWireRange(range),
  });
  const chart = linesOf(data);
  const hasAny = chart.series.some(({ values }) => values.some((value) => (value ?? 0) > 0));
  return (
    <Panel
      title="Exposures"
      description={`Exposures per value in ${environment.slug}`}
      isLoading={isPending}
      loadingHeight={180}
      error={
        error === null
          ? undefined
          : { title: "Couldn't load exposures", children: error.message, onRetry: () => void refetch() }
      }
      empty={
        hasAny
          ? undefined
          : {
              title: 'No exposures in this range',
              children: 'SDKs send $flag_exposure with flag_key and value when a flag is read.',
            }
      }
    >
      <TimeChart
        label={`Exposures of ${flag.key} by value`}
        times={chart.times}
        series={chart.series}
        kind="stacked-bar"
        height={160}
        fromMs={data === undefined ? undefined : Date.parse(data.fromIso)}
        isLastIncomplete={endsNow(range)}
      />
    </Panel>
  );
}
