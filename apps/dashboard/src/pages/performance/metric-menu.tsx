import { formatPercent, formatShortNumber } from '../../design/format/format-number.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { AppLink } from '../../design/primitives/app-link.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { useSearchHref } from '../../navigation/use-search-href.ts';
import type { MetricArea } from './metric-areas.ts';
import { formatMetric, type Metric, mainPercentile, metricTitle, ratingOf } from './metric-words.ts';
import styles from './performance.module.css';

export interface MetricMenuProps {
  readonly areas: readonly MetricArea[];
  readonly chosenId: string;
}

export function MetricMenu({ areas, chosenId }: MetricMenuProps) {
  const hrefWith = useSearchHref();
  return (
    <Panel isFlush>
      <nav aria-label="Metrics" className={styles.menu}>
        {areas.map(({ name, metrics }) => (
          <section key={name} className={styles.area} aria-label={name}>
            <h2 className={styles.areaName}>{name}</h2>
            <ul className={styles.list}>
              {metrics.map((metric) => (
                <li key={metric.id}>
                  <AppLink
                    href={hrefWith({ metric: metric.metric_name, type: metric.metric_type })}
                    className={styles.metric}
                    aria-current={metric.id === chosenId ? 'page' : undefined}
                  >
                    <bdi className={textStyles.cutName}>{metricTitle(metric.metric_name)}</bdi>
                    <span className={styles.metricValue}>
                      {metric.rate === null
                        ? formatMetric(mainPercentile(metric).value, metric.unit)
                        : formatPercent(metric.rate.percent)}
                      <Dot metric={metric} />
                    </span>
                    <span className={styles.metricMore}>{moreWords(metric)}</span>
                  </AppLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Panel>
  );
}

function Dot({ metric }: { readonly metric: Metric }) {
  const rating = ratingOf(metric.rating);
  return rating === undefined ? null : <span className={styles.metricDot} data-tone={rating.tone} aria-hidden />;
}

function moreWords(metric: Metric): string {
  const { rate, count } = metric;
  const of =
    rate === null
      ? `${mainPercentile(metric).name} of ${formatShortNumber(count)}`
      : `of ${formatShortNumber(rate.total)} ${rate.of}`;
  const judged = ratingOf(metric.rating)?.text.toLowerCase();
  return judged === undefined ? of : `${of}, ${judged}`;
}
