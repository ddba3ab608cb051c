import { Button } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { CodeBlock } from '../../../../design/code/code-block.tsx';
import flowStyles from '../../../../design/layout/flow.module.css';
import { useNavigateTo } from '../../../../design/primitives/app-link.tsx';
import { storedLongInsights } from '../../../../insights/address/long-insights.ts';
import { writeExplore } from '../../../../insights/address/write-explore.ts';
import { metricName } from '../../../../insights/metrics/metric-words.ts';
import { usePageHref } from '../../../../navigation/use-page-href.ts';
import { formatP } from '../result-words.ts';
import { type MetricResult, metricId, type Results } from '../results.ts';
import styles from './computed.module.css';
import { computedSteps } from './computed-steps.ts';
import { engineWords } from './engine-words.ts';

const long = storedLongInsights(localStorage);

/** Every number with its formula and its query, for whoever wants to check it. */
export function ComputedPanel({ results }: { readonly results: Results }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.summary}>How this is calculated</summary>
      <div className={styles.body}>
        <p className={styles.text}>{engineWords(results)}</p>
        <SplitOf results={results} />
        {results.metrics.map((metric) => (
          <MetricComputed key={metricId(metric)} results={results} metric={metric} />
        ))}
      </div>
    </details>
  );
}

function SplitOf({ results: { srm, exposures } }: { readonly results: Results }) {
  const counts = exposures
    .map((one) => `${one.variant_key} ${one.units} of ${one.expected_units.toLocaleString('en')} expected`)
    .join(', ');
  return (
    <p className={styles.text}>
      <strong>Split</strong>: {counts}.{' '}
      {srm.method === 'sequential'
        ? 'Sequential Dirichlet test of the expected shares (Lindon and Malek 2022), always valid'
        : 'Pearson’s chi-squared test'}
      {srm.p_value === null ? '.' : `: p = ${formatP(srm.p_value)}; mismatch below 0.001.`}
    </p>
  );
}

function MetricComputed({ results, metric }: { readonly results: Results; readonly metric: MetricResult }) {
  const href = usePageHref();
  const navigate = useNavigateTo();
  const name = metricName(metric);
  const treatments = metric.variants.filter(({ decision }) => decision !== 'control');
  return (
    <details className={styles.metric}>
      <summary className={styles.summary}>
        <bdi>{name}</bdi>
      </summary>
      {metric.missing !== null && <p className={styles.text}>{metric.missing}</p>}
      {treatments.map((treatment) => {
        const steps = computedSteps(results, metric, treatment);
        if (steps.length === 0) return null;
        return (
          <div key={treatment.variant_key} className={flowStyles.scroll}>
            <table className={styles.steps}>
              <caption className={styles.caption}>
                <bdi>{treatment.variant_key}</bdi> vs. control
              </caption>
              <tbody>
                {steps.map(({ what, formula, numbers }) => (
                  <tr key={what}>
                    <th scope="row">{what}</th>
                    <td className={styles.formula}>{formula}</td>
                    <td className={styles.formula}>{numbers}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      })}
      <div className={styles.sqlHead}>
        <span className={styles.caption}>Query behind these numbers</span>
        <Button
          onClick={() => navigate(href('/explore', writeExplore({ kind: 'sql', sql: metric.sql }, long)))}
          variant="default"
          size="compact-sm"
          leftSection={<IconCode size={14} aria-hidden />}
          aria-label={`Open the query for ${name} in Explore`}
        >
          Open in Explore
        </Button>
      </div>
      <CodeBlock code={metric.sql} language="sql" maxHeight={260} label={`Query for ${name}`} />
    </details>
  );
}
