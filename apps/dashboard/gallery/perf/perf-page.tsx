import { useMemo, useState } from 'react';
import { TimeChart } from '../../src/charts/time-chart/time-chart.tsx';
import { DataTable } from '../../src/design/tables/data-table.tsx';
import { noise, type SampleFlag, sampleFlags } from '../sample-data.ts';
import { flagColumns } from '../sections/data-section.tsx';

const POINTS = 10_000;
const times = Array.from({ length: POINTS }, (_, index) => Date.UTC(2026, 10, 8) + index * 60_000);

/** What measure.mjs measures: a chart of 10,000 points × 5 that is drawn anew by a click, and a table of 100,000 rows. */
export function PerfPage() {
  return (
    <main>
      <PerfChart />
      <PerfTable />
    </main>
  );
}

function PerfChart() {
  const [seed, setSeed] = useState(0);
  const rounds = useMemo(() => [1, 2].map(seriesOf), []);
  const series = rounds[seed % rounds.length];
  return (
    <>
      <button type="button" id="redraw" onClick={() => setSeed((before) => before + 1)}>
        Draw anew
      </button>
      {seed > 0 && series !== undefined && <TimeChart label="Load" times={times} series={series} height={300} />}
    </>
  );
}

function seriesOf(seed: number) {
  const random = noise(seed);
  return Array.from({ length: 5 }, (_, at) => ({
    name: `series ${at + 1}`,
    values: times.map(() => Math.round(500 + at * 100 + random() * 300)),
  }));
}

const rowId = (row: SampleFlag) => row.key;

function PerfTable() {
  const rows = useMemo(() => sampleFlags(100_000), []);
  return (
    <DataTable label="Rows" rows={rows} columns={flagColumns} rowId={rowId} maxHeight={500} empty={{ title: 'None' }} />
  );
}
