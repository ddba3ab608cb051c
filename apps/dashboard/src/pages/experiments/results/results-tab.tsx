import { Panel } from '../../../design/layout/panel.tsx';
import { StatusBadge } from '../../../design/values/status-badge.tsx';
import { type Experiment, metricText } from '../experiment.ts';
import { ExposuresPanel } from './exposures-panel.tsx';
import styles from './results.module.css';
import { WhoPanel } from './who-panel.tsx';

export function ResultsTab({ experiment }: { readonly experiment: Experiment }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <ExposuresPanel experiment={experiment} />
        <MetricsPanel experiment={experiment} />
      </div>
      <div className={styles.stack}>
        <WhoPanel experiment={experiment} />
      </div>
    </div>
  );
}

/** What is measured. No effects are shown here: a difference without its uncertainty would be read as a result. */
function MetricsPanel({ experiment }: { readonly experiment: Experiment }) {
  return (
    <Panel
      title="Metrics"
      description="What each variant is compared by. Effects are not worked out here yet: a plain difference between variants, without how sure it is, would say more than it knows."
    >
      <ul className={styles.metrics}>
        {experiment.metrics.map((metric) => (
          <li key={`${metric.event_name} ${metric.metric_type} ${metric.aggregation_field ?? ''}`}>
            <bdi>{metricText(metric)}</bdi>
            {metric.is_primary ? (
              <StatusBadge tone="accent">Primary</StatusBadge>
            ) : (
              <StatusBadge tone="neutral">{metric.is_guardrail ? 'Guardrail' : 'Secondary'}</StatusBadge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
