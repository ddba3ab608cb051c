import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { failureOf } from '../../api/failure-of.ts';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { intervalOfRange } from '../../insights/interval-of-range.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { endsNow } from '../../navigation/time-range.ts';
import type { RangeBounds } from '../../navigation/use-bounds.ts';
import { useRange } from '../../navigation/use-range.ts';
import { useTimeMarkers } from '../../navigation/use-time-markers.ts';
import { useActivity } from './use-activity.ts';

const height = 300;
const bucketWords = {
  minute: 'per minute',
  hour: 'per hour',
  day: 'per day',
  week: 'per week',
  month: 'per month',
} as const;

/** Active users over time, with what was changed and released meanwhile. */
export function ActiveUsersPanel({ bounds }: { readonly bounds: RangeBounds }) {
  const { result, activity } = useActivity('people', bounds);
  const markers = useTimeMarkers(bounds, ['flag', 'release', 'experiment']);
  const [, setRange] = useRange();
  const chart = useMemo(() => {
    const points = activity?.points ?? [];
    return {
      times: points.map(({ atMs }) => atMs),
      series: [{ name: 'Active users', values: points.map(({ value }) => value) }],
    };
  }, [activity]);
  return (
    <Panel
      title="Active users"
      description={`Unique users ${bucketWords[intervalOfRange(bounds.range)]}. Markers show flag changes, experiment changes and releases.`}
      isLoading={result.isPending}
      loadingHeight={height + 32}
      error={failureOf(result, "Couldn't load active users")}
      empty={
        activity !== undefined && activity.total === 0
          ? {
              icon: <IconUsers size={28} stroke={1.4} />,
              title: 'No active users in this range',
              children: (
                <>
                  Users appear with the first event that has a user, device or anonymous id.{' '}
                  <PageLink page="/onboarding">Send an event</PageLink>, or choose a longer range.
                </>
              ),
            }
          : undefined
      }
    >
      <TimeChart
        label="Active users"
        kind="area"
        times={chart.times}
        series={chart.series}
        markers={markers}
        height={height}
        fromMs={Date.parse(bounds.from)}
        isLastIncomplete={endsNow(bounds.range)}
        onRange={(fromMs, toMs) =>
          setRange({ kind: 'absolute', fromIso: new Date(fromMs).toISOString(), toIso: new Date(toMs).toISOString() })
        }
      />
    </Panel>
  );
}
