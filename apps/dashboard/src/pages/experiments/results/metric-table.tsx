import { useRef } from 'react';
import { IntervalScale } from '../../../charts/interval-plot.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { useElementWidth } from '../../../design/layout/use-element-width.ts';
import textStyles from '../../../design/primitives/text.module.css';
import { liftAxis } from './lift-axis.ts';
import { MetricRows } from './metric-rows.tsx';
import styles from './metric-table.module.css';
import { metricGroups, metricId, type Results } from './results.ts';

const PX_PER_TICK = 110;

/** Every metric of every variant, with what it is sure of, on one axis. */
export function MetricTable({ results }: { readonly results: Results }) {
  const boxRef = useRef<HTMLDivElement>(null);
  const width = useElementWidth(boxRef);
  const axis = liftAxis(results.metrics, Math.max(2, Math.floor((width * 0.3) / PX_PER_TICK)));
  const percent = Math.round(results.confidence_level * 1000) / 10;
  return (
    <Panel
      title="Metrics"
      description={`Lift vs. control with its ${percent} % confidence interval. An interval that excludes zero is significant${
        results.engine === 'sequential' ? ' at any time' : ''
      }.`}
      isFlush
    >
      <div ref={boxRef} className={flowStyles.scroll}>
        <table className={styles.table}>
          <caption className={textStyles.hidden}>Metrics by variant vs. control</caption>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col" className={styles.number}>
                Units
              </th>
              <th scope="col" className={styles.number}>
                Value
              </th>
              <th scope="col" className={styles.number}>
                Lift
              </th>
              <th scope="col" className={styles.plot}>
                <span className={textStyles.hidden}>Confidence interval</span>
                <IntervalScale domain={axis.domain} ticks={axis.ticks} />
              </th>
              <th scope="col" className={styles.number}>
                Chance to beat control
              </th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          {metricGroups(results.metrics).map(({ role, metrics }) => (
            <tbody key={role}>
              <tr>
                <th colSpan={7} scope="rowgroup" className={styles.group}>
                  {role}
                </th>
              </tr>
              {metrics.map((metric) => (
                <MetricRows key={metricId(metric)} metric={metric} domain={axis.domain} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Panel>
  );
}
