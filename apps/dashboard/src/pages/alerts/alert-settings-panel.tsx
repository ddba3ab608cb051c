import { useRole } from '../../api/environment.ts';
import { useApiList } from '../../api/use-api.ts';
import { formatCount } from '../../design/format/format-count.ts';
import { formatExactTime } from '../../design/format/format-time.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { useTimeZone } from '../../design/primitives/time-zone.tsx';
import { type AlertRow, conditionWords } from './alert-words.ts';

/** What was set, in words. */
export function AlertSettingsPanel({ alert }: { readonly alert: AlertRow }) {
  const { for_intervals: forIntervals, recovery, interval } = alert;
  const timeZone = useTimeZone();
  const many = (count: number) => formatCount(count, interval);
  return (
    <Panel title="Settings">
      <KeyValue
        items={[
          { label: 'Measure', value: <bdi>{alert.measures}</bdi> },
          { label: 'Condition', value: conditionWords(alert) },
          { label: 'Fires after', value: `${many(forIntervals)}${forIntervals > 1 ? ' in a row' : ''}` },
          {
            label: 'Resolves after',
            value: `${many(recovery.intervals)}${recovery.margin_percent > 0 ? `, at least ${recovery.margin_percent} % inside the threshold` : ''}`,
          },
          { label: 'Reminder', value: alert.remind === 'daily' ? 'Every 24 hours' : 'Off' },
          { label: 'Notifies', value: <Notified ids={alert.webhook_ids} /> },
          ...(alert.muted ? [mutedFact(alert.muted_until, timeZone)] : []),
          { label: 'Checked', value: alert.checked_at === null ? 'Not yet' : <RelativeTime at={alert.checked_at} /> },
          { label: 'Created', value: <RelativeTime at={alert.created_at} /> },
        ]}
      />
    </Panel>
  );
}

const mutedFact = (until: string | null, timeZone: string) =>
  until === null
    ? { label: 'Muted', value: 'Until you unmute it' }
    : { label: 'Muted until', value: formatExactTime(until, timeZone) };

/** Only editors see where messages go. */
function Notified({ ids }: { readonly ids: readonly string[] }) {
  const { can } = useRole();
  const isNamed = ids.length > 0 && can('editor');
  const { rows } = useApiList('/v1/webhooks', { query: { limit: 100 } }, { enabled: isNamed });
  if (ids.length === 0) return 'All webhooks subscribed to alerts';
  const names = rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 ? formatCount(ids.length, 'webhook') : <bdi>{names.join(', ')}</bdi>;
}
