import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { failureOf } from '../../api/failure-of.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { StatusBadge } from '../../design/values/status-badge.tsx';
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
        description={data === undefined ? 'Looked at every ten seconds.' : (versionOf(data.samples) ?? undefined)}
        actions={data === undefined ? undefined : <Verdict ready={data.ready} />}
        isLoading={health.isPending}
        loadingHeight={280}
        error={failureOf(health, 'The health of the server is not known.')}
        footer="Every figure is at /metrics, for Prometheus; /readyz and /readyz/config are for load balancers."
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
  if (!config.available) return <StatusBadge tone="bad">Does not work</StatusBadge>;
  if (!events.available) return <StatusBadge tone="bad">Takes no events</StatusBadge>;
  return reasons.length > 0 ? (
    <StatusBadge tone="warn">Works, with something to look at</StatusBadge>
  ) : (
    <StatusBadge tone="good">All well</StatusBadge>
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
            <IconAlertTriangle size={16} aria-label="Look at this:" role="img" />
          )}
          {fact.value}
        </span>
        {fact.words !== undefined && <p className={styles.words}>{fact.words}</p>}
      </dd>
    </div>
  );
}
