import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { failureOf } from '../../api/failure-of.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import { type HealthFact, healthFacts, type Ready, versionOf } from './health-words.ts';
import styles from './operator.module.css';
import { useInstanceHealth } from './use-instance-health.ts';

export function HealthTab() {
  const health = useInstanceHealth();
  const { data } = health;
  return (
    <div className={styles.tab}>
      <Panel
        title="Health"
        description={data === undefined ? 'Checked every 10 seconds' : (versionOf(data.samples) ?? undefined)}
        actions={data === undefined ? undefined : <Verdict ready={data.ready} />}
        isLoading={health.isPending}
        loadingHeight={280}
        error={failureOf(health, 'Server health unknown')}
        footer="All metrics are at /metrics for Prometheus. Use /readyz and /readyz/config for load balancers."
      >
        {data !== undefined && (
          <>
            {data.ready.reasons.length > 0 && (
              <ul className={styles.reasons} role="alert">
                {data.ready.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            )}
            <dl className={styles.facts}>
              {healthFacts(data.ready, data.samples).map((fact) => (
                <Fact key={fact.label} fact={fact} />
              ))}
            </dl>
          </>
        )}
      </Panel>
    </div>
  );
}

function Verdict({ ready: { events, config, reasons } }: { readonly ready: Ready }) {
  if (!config.available) return <StatusBadge tone="bad">Down</StatusBadge>;
  if (!events.available) return <StatusBadge tone="bad">Not accepting events</StatusBadge>;
  return reasons.length > 0 ? (
    <StatusBadge tone="warn">Degraded</StatusBadge>
  ) : (
    <StatusBadge tone="good">Healthy</StatusBadge>
  );
}

function Fact({ fact }: { readonly fact: HealthFact }) {
  return (
    <div className={styles.fact}>
      <dt>{fact.label}</dt>
      <dd>
        <span className={styles.factValue} data-tone={fact.tone}>
          {fact.tone === 'good' && <IconCircleCheck size={16} aria-label="Good:" role="img" />}
          {(fact.tone === 'warn' || fact.tone === 'bad') && (
            <IconAlertTriangle size={16} aria-label="Warning:" role="img" />
          )}
          {fact.value}
        </span>
        {fact.words !== undefined && <p className={styles.words}>{fact.words}</p>}
      </dd>
    </div>
  );
}
