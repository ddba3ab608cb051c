import { DistributionChart } from '../../src/charts/distribution-chart.tsx';
import { FunnelChart } from '../../src/charts/funnel-chart.tsx';
import { IntervalPlot } from '../../src/charts/interval-plot.tsx';
import { RetentionTable } from '../../src/charts/retention/retention-table.tsx';
import { Sankey } from '../../src/charts/sankey/sankey.tsx';
import { ShareBars } from '../../src/charts/share-bars.tsx';
import { SingleMetric } from '../../src/charts/single-metric.tsx';
import { formatDuration } from '../../src/design/format/format-duration.ts';
import { Panel } from '../../src/design/layout/panel.tsx';
import styles from '../gallery.module.css';
import { days, hostile } from '../sample-data.ts';
import { Section } from '../state.tsx';

const left = [1, 0.62, 0.31, 0.24];

const funnel = (name: string, scale: number) => ({
  name,
  steps: ['screen_viewed', 'checkout_started', 'payment_added', 'checkout_completed'].map((step, index) => ({
    name: step,
    count: Math.round(12_400 * scale * (left[index] ?? 0)),
    percentage: 100 * (left[index] ?? 0) * (index === 0 ? 1 : 0.7 + scale * 0.3),
    medianSecondsFromPrevious: index === 0 ? null : 42 * index,
  })),
});

const cohorts = days(70)
  .filter((_, index) => index % 7 === 0)
  .map((ms, row) => ({
    period: new Date(ms).toISOString(),
    size: 1_200 - row * 37,
    retention: Array.from({ length: 10 }, (_, week) =>
      week >= 10 - row ? null : week === 0 ? 100 : Math.max(3, 62 / week ** 0.6 - row),
    ),
  }));

const nodes = ['app_opened', 'screen_viewed', 'search', 'checkout_started', 'checkout_completed', hostile.long].flatMap(
  (name, index) =>
    [0, 1, 2, 3]
      .filter((step) => (step === 0 ? index === 0 : index > 0))
      .map((step) => ({ id: `${step} ${name}`, name, step })),
);
const links = nodes.flatMap((from) =>
  nodes
    .filter((to) => to.step === from.step + 1)
    .map((to, index) => ({
      source: from.id,
      target: to.id,
      value: Math.round(((900 / (index + 1)) * ((from.name.length % 5) + 1)) / (from.step + 1)),
    })),
);

const buckets = Array.from({ length: 40 }, (_, index) => ({
  from: index * 100,
  to: (index + 1) * 100,
  count: Math.round(4_000 * Math.exp(-(((index - 9) / 5) ** 2)) + 60 * Math.exp(-(((index - 28) / 6) ** 2))),
}));
const logBuckets = Array.from({ length: 24 }, (_, index) => ({
  from: index === 0 ? 0 : 10 * 1.4 ** (index - 1),
  to: 10 * 1.4 ** index,
  isOpen: index === 23,
  count: Math.round(3_000 * Math.exp(-(((index - 11) / 4) ** 2))),
}));
const marks = [
  { value: 940, label: 'p50', kind: 'measure' as const },
  { value: 1_620, label: 'p95', kind: 'measure' as const },
  { value: 2_000, label: 'good up to', kind: 'line' as const },
];

export function MoreChartsSection() {
  return (
    <Section name="Charts">
      <Panel title="Funnel">
        <FunnelChart label="Checkout" groups={[funnel('', 1)]} />
      </Panel>
      <br />
      <Panel title="Funnel by platform">
        <FunnelChart
          label="Checkout by platform"
          groups={[funnel('iOS', 1), funnel('Android', 0.6), funnel('Web', 0.3)]}
        />
      </Panel>
      <br />
      <Panel title="Retention">
        <RetentionTable label="Weekly retention" interval="week" cohorts={cohorts} />
      </Panel>
      <br />
      <Panel title="Paths">
        <Sankey label="Paths from app_opened" nodes={nodes} links={links} />
      </Panel>
      <br />
      <div className={styles.halves}>
        <Panel title="Cold start">
          <DistributionChart
            label="Cold start"
            buckets={buckets}
            marks={marks}
            formatValue={formatDuration}
            of="sessions"
          />
        </Panel>
        <Panel title="API latency, logarithmic">
          <DistributionChart
            label="API latency"
            buckets={logBuckets}
            scale="log"
            marks={[
              { value: 180, label: 'p50', kind: 'measure' },
              { value: 900, label: 'p95', kind: 'measure' },
              { value: 800, label: 'good up to', kind: 'line' },
            ]}
            formatValue={formatDuration}
            of="requests"
          />
        </Panel>
        <Panel title="Nothing measured">
          <DistributionChart label="Nothing" buckets={[]} />
        </Panel>
        <Panel title="Intervals">
          <IntervalPlot
            label="Lift over control"
            intervals={[
              { name: 'purchases', low: 4.1, high: 9.8, estimate: 7 },
              { name: 'crash rate', low: 0.4, high: 2.2, estimate: 1.1, good: 'down' },
              { name: hostile.long, low: -3, high: 2.4, estimate: -0.2 },
              { name: 'refunds', low: null, high: null, estimate: null },
            ]}
          />
        </Panel>
        <Panel title="Where it happens">
          <ShareBars
            label="By OS version"
            of="reports of this crash"
            ofAll="all sessions"
            items={[
              { name: 'iOS 18.1', count: 420, share: 84, shareOfAll: 31 },
              { name: 'iOS 17.6', count: 60, share: 12, shareOfAll: 48 },
              { name: hostile.rightToLeft, count: 18, share: 3.6, shareOfAll: null },
              { name: hostile.script, count: 2, share: 0.4, shareOfAll: 0 },
            ]}
          />
        </Panel>
        <Panel title="One number">
          <SingleMetric label="Purchases" value={8_412} before={7_980} good="up" against="the 7 days before" />
        </Panel>
      </div>
    </Section>
  );
}
