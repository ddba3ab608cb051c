import { failureOf } from '../../api/failure-of.ts';
import { useSession } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { TimeChart } from '../../charts/time-chart/time-chart.tsx';
import { formatExactNumber } from '../../design/format/format-number.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { AppLink } from '../../design/primitives/app-link.tsx';
import { Percent } from '../../design/primitives/percent.tsx';
import { ShortNumber } from '../../design/primitives/short-number.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './settings.module.css';
import usageStyles from './usage-tab.module.css';
import { meterOf, resetWords, storedDays, type Usage, type WindowUse } from './usage-words.ts';

const everyMs = 15_000;

export function UsageTab() {
  const usage = useApi('/v1/usage', undefined, { refetchInterval: everyMs });
  const failure = failureOf(usage, "Couldn't load the usage");
  return (
    <div className={styles.tab}>
      <PlanPanel usage={usage.data} isLoading={usage.isPending} failure={failure} />
      <Panel
        title="Events stored per day"
        description="All environments, UTC days"
        isLoading={usage.isPending}
        loadingHeight={220}
        error={failure}
        empty={
          usage.data?.stored.total === 0
            ? {
                title: 'No events stored yet',
                children: (
                  <>
                    <PageLink page="/onboarding">Get started</PageLink> shows how to send the first event.
                  </>
                ),
              }
            : undefined
        }
        footer={
          <>
            See what was received and stored, hour by hour, in the{' '}
            <PageLink page="/data" search={{ tab: 'ledger' }}>
              ledger
            </PageLink>
            .
          </>
        }
      >
        {usage.data !== undefined && <StoredChart stored={usage.data.stored} />}
      </Panel>
    </div>
  );
}

interface PlanPanelProps {
  readonly usage: Usage | undefined;
  readonly isLoading: boolean;
  readonly failure: ReturnType<typeof failureOf>;
}

function PlanPanel({ usage, isLoading, failure }: PlanPanelProps) {
  const { session } = useSession();
  return (
    <Panel
      title={usage === undefined ? 'Plan' : `Plan: ${usage.plan}`}
      description="Limits apply to the whole project, across environments. Requests over a limit get a 429; SDKs retry."
      actions={session.member.is_operator ? <AppLink href="/operator?tab=plans">Edit plans</AppLink> : undefined}
      isLoading={isLoading}
      loadingHeight={96}
      error={failure}
    >
      {usage !== undefined && (
        <div className={usageStyles.meters}>
          <Meter label="Events in the last 24 hours" unit="events in 24 hours" use={usage.events_today} />
          <Meter label="Events this minute" unit="events per minute" use={usage.events_this_minute} />
          <Meter label="Requests this minute" unit="requests per minute" use={usage.requests_this_minute} />
        </div>
      )}
    </Panel>
  );
}

interface MeterProps {
  readonly label: string;
  readonly unit: string;
  readonly use: WindowUse;
}

function Meter({ label, unit, use }: MeterProps) {
  const { percent, tone } = meterOf(use);
  return (
    <div className={flowStyles.shrink}>
      <div className={usageStyles.head}>
        <span>{label}</span>
        {tone === 'full' && <StatusBadge tone="bad">Limit reached</StatusBadge>}
        {tone === 'near' && <StatusBadge tone="warn">Almost reached</StatusBadge>}
      </div>
      <div className={usageStyles.numbers}>
        <span className={usageStyles.used}>
          <ShortNumber value={use.used} />
        </span>
        <span className={usageStyles.of}>
          {use.limit === null ? (
            'unlimited'
          ) : (
            <>
              of <ShortNumber value={use.limit} unit={unit} />
            </>
          )}
        </span>
        {percent !== null && (
          <span className={usageStyles.share}>
            <Percent value={percent} of={`the limit of ${formatExactNumber(use.limit)} ${unit}`} />
          </span>
        )}
      </div>
      {percent !== null && (
        <div className={usageStyles.bar} aria-hidden>
          <span data-tone={tone} style={{ width: `${percent}%` }} />
        </div>
      )}
      <p className={usageStyles.reset}>Resets {resetWords(use.resets_in_seconds)}</p>
    </div>
  );
}

function StoredChart({ stored }: { readonly stored: Usage['stored'] }) {
  const { times, values } = storedDays(stored.days);
  return (
    <>
      <p className={styles.words}>
        <ShortNumber value={stored.total} unit="events" one="event" /> stored in total
      </p>
      <TimeChart
        label="Events stored per day"
        times={times}
        series={[{ name: 'Events', values }]}
        kind="bar"
        timeZone="UTC"
        height={220}
        isLastIncomplete
        hasLegend={false}
      />
    </>
  );
}
