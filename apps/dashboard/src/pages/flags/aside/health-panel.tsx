import { useMemo } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { Duration } from '../../../design/primitives/duration.tsx';
import { Hint } from '../../../design/primitives/hint.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { useTimeZone } from '../../../design/primitives/time-zone.tsx';
import tableStyles from '../../../design/tables/plain-table.module.css';
import { boundsOf } from '../../../navigation/time-range.ts';
import { useRange } from '../../../navigation/use-range.ts';
import type { Flag } from '../targeting/targeting.ts';
import styles from './aside.module.css';
import { healthByValue } from './health-by-value.ts';

/** Whether one value makes the app crash more or start slower than another. */
export function HealthPanel({ flag }: { readonly flag: Flag }) {
  const [range] = useRange();
  // The end is cut to the minute, so that the same page asks the same query.
  const timeZone = useTimeZone();
  const bounds = useMemo(() => boundsOf(range, Math.ceil(Date.now() / 60_000) * 60_000, timeZone), [range, timeZone]);
  const crashes = useApi('/v1/crashes/health', { query: { dimension: 'flag', flag: flag.key, ...bounds } });
  const metrics = useApi('/v1/performance/summary', {
    query: { metric_type: 'startup', metric_name: 'cold_start', breakdown: `flag:${flag.key}`, ...bounds },
  });
  const rows = healthByValue(crashes.data, metrics.data);
  const problem = crashes.error ?? metrics.error;
  return (
    <Panel
      title="Crashes and startup by value"
      description="Sessions and cold starts with a known value"
      isLoading={crashes.isPending || metrics.isPending}
      loadingHeight={96}
      error={
        problem === null
          ? undefined
          : {
              title: "Couldn't load health by value",
              children: problem.message,
              onRetry: () => {
                void crashes.refetch();
                void metrics.refetch();
              },
            }
      }
      empty={
        rows.length > 0
          ? undefined
          : { title: 'Nothing to compare in this range', children: 'Sessions need flags in context.flags.' }
      }
    >
      <table className={`${tableStyles.numbers} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Crash-free</th>
            <th scope="col">Cold start p95</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <td>
                <bdi>{row.value}</bdi>
              </td>
              <td>
                {row.crashFree === null ? (
                  '–'
                ) : (
                  <Hint
                    text={`${formatPercent(row.crashFree.rate, 2)} of sessions; 95 % interval ${formatPercent(row.crashFree.lower, 1)} to ${formatPercent(row.crashFree.upper, 1)}`}
                  >
                    {formatPercent(row.crashFree.rate, 1)}
                  </Hint>
                )}
                <span className={textStyles.under}>
                  of <ShortNumber value={row.sessions} unit="sessions" one="session" />{' '}
                  {row.sessions === 1 ? 'session' : 'sessions'}
                </span>
              </td>
              <td>
                <Duration ms={row.coldStartP95Ms} />
                <span className={textStyles.under}>
                  of <ShortNumber value={row.coldStarts} unit="starts" one="start" />{' '}
                  {row.coldStarts === 1 ? 'start' : 'starts'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
