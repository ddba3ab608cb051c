import { useMemo, useState } from 'react';
import { SmallMultiples } from '../../src/charts/small-multiples.tsx';
import { compareWith } from '../../src/charts/time-chart/align-series.ts';
import { TimeChart } from '../../src/charts/time-chart/time-chart.tsx';
import { formatDuration } from '../../src/design/format/format-duration.ts';
import { formatPercent } from '../../src/design/format/format-number.ts';
import { Panel } from '../../src/design/layout/panel.tsx';
import styles from '../gallery.module.css';
import { days, hostile, noise, wave } from '../sample-data.ts';
import { Section, State } from '../state.tsx';

const times = days(30);
const names = ['iOS', 'Android', 'Web', hostile.rightToLeft, '(other)'];
const series = names.map((name, index) => ({ name, values: wave(times, 9_000 / (index + 1), index + 1) }));
const total = [{ name: 'Active users', values: wave(times, 12_000, 9) }];
const before = { times, series: [{ name: 'Active users', values: wave(times, 10_500, 4) }] };
const markers = [
  { atMs: (times[6] as number) + 4e7, kind: 'flag' as const, title: 'new_checkout: 30 % → 60 %', detail: 'Maria Lind' },
  {
    atMs: (times[18] as number) + 1e7,
    kind: 'release' as const,
    title: 'iOS 4.12.0',
    detail: 'production',
    href: '#release',
  },
  ...Array.from({ length: 7 }, (_, index) => ({
    atMs: (times[22] as number) + index * 6e6,
    kind: 'flag' as const,
    title: `paywall_${index}: turned on`,
    detail: hostile.script,
  })),
];
const gappy = [
  {
    name: 'Cold start, p95',
    values: wave(times, 1_300, 5).map((value, index) => (index > 9 && index < 14 ? null : value)),
  },
];
const dense = Array.from({ length: 10_000 }, (_, index) => Date.UTC(2026, 10, 8) + index * 60_000);
const lift = times.map((_, index) => 4 + Math.sin(index / 3) - 6 / (index + 1));

export function ChartSection() {
  const [range, setRange] = useState('');
  const many = useMemo(() => {
    const random = noise(11);
    return Array.from({ length: 5 }, (_, at) => {
      let level = 500 + at * 200;
      return {
        name: `server ${at + 1}`,
        values: dense.map(() => (level = Math.max(0, level + (random() - 0.5) * 20))),
      };
    });
  }, []);
  return (
    <Section name="Charts over time">
      <Panel title="Active users" description={range === '' ? 'Draw over a part to zoom.' : range}>
        <TimeChart
          label="Active users"
          {...compareWith({ times, series: total }, before)}
          kind="area"
          markers={markers}
          isLastIncomplete
          height={280}
          onRange={(from, to) => setRange(`${new Date(from).toISOString()} – ${new Date(to).toISOString()}`)}
        />
      </Panel>
      <br />
      <div className={styles.halves}>
        <Panel title="Lines">
          <TimeChart label="Users by platform" times={times} series={series} isLastIncomplete height={220} />
        </Panel>
        <Panel title="Stacked bars">
          <TimeChart
            label="Events by platform"
            times={times}
            series={series}
            kind="stacked-bar"
            isLastIncomplete
            height={220}
          />
        </Panel>
        <Panel title="Bars">
          <TimeChart
            label="Crashes"
            times={times.slice(-14)}
            series={[{ name: 'Crashes', values: wave(times.slice(-14), 80, 2) }]}
            kind="bar"
            isLastIncomplete
            height={220}
            markers={markers}
          />
        </Panel>
        <Panel title="A gap, and a well-known line">
          <TimeChart
            label="Cold start"
            times={times}
            series={gappy}
            height={220}
            formatValue={formatDuration}
            references={[{ value: 2_000, label: 'good up to 2 s' }]}
          />
        </Panel>
        <Panel title="A band">
          <TimeChart
            label="Lift"
            times={times}
            series={[{ name: 'blue', values: lift }]}
            bands={[
              {
                name: 'blue',
                low: lift.map((value, index) => value - 18 / (index + 2)),
                high: lift.map((value, index) => value + 18 / (index + 2)),
              },
            ]}
            height={220}
            formatValue={(value) => formatPercent(value)}
            references={[{ value: 0, label: 'no difference' }]}
          />
        </Panel>
        <Panel title="10,000 points × 5">
          <TimeChart label="Load" times={dense} series={many} height={220} />
        </Panel>
      </div>
      <State name="One point, zeros, nothing">
        <div className={styles.grid}>
          <TimeChart
            label="One point"
            times={times.slice(-1)}
            series={[{ name: 'Users', values: [42] }]}
            height={140}
          />
          <TimeChart
            label="Zeros"
            times={times}
            series={[{ name: 'Users', values: times.map(() => 0) }]}
            height={140}
          />
          <TimeChart label="Nothing" times={[]} series={[]} height={140} />
        </div>
      </State>
      <Panel title="Small multiples">
        <SmallMultiples
          label="Cold start by version"
          times={times}
          multiples={['4.12.0', '4.11.3', '4.11.0', hostile.long].map((name, index) => ({
            name,
            value: 1_200 + index * 80,
            series: [{ name: 'p95', values: wave(times, 1_000 + index * 200, index + 2) }],
          }))}
          formatValue={formatDuration}
        />
      </Panel>
    </Section>
  );
}
