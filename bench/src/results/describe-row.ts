import type { CpuUse } from '../harness/scenario.ts';
import type { SavedRow } from './saved-results.ts';

const digits = (value: number): number => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

export const figure = (value: number | null, unit: string): string =>
  value === null || !Number.isFinite(value)
    ? 'no answer'
    : `${value.toLocaleString('en', { minimumFractionDigits: digits(value), maximumFractionDigits: digits(value) })}${unit}`;

/** The median, and what the rounds lie between. */
function result({ value, unit, spread }: SavedRow): string {
  const middle = figure(value, unit);
  if (spread === undefined || spread.rounds < 2) return middle;
  return `${middle} (${figure(spread.min, '')}–${figure(spread.max, '')}, ${spread.rounds} rounds)`;
}

const micros = (value: number): string => (value >= 10_000 ? figure(value / 1000, ' ms') : figure(value, ' µs'));

function cpuSaid(cpu: CpuUse | undefined): string {
  // The kernel counts in hundredths of a second.
  if (cpu === undefined || cpu.oursMicros === 0) return '–';
  const theirs = cpu.referenceMicros === undefined ? '' : `, reference ${micros(cpu.referenceMicros)}`;
  return `${micros(cpu.oursMicros)} per ${cpu.per}${theirs}`;
}

/** A busy machine proves neither. */
function verdict({ goal, isMet, isNoisy }: SavedRow): string {
  if (isNoisy === true) return 'noisy';
  if (goal === '–') return '–';
  return isMet ? 'yes' : '**no**';
}

export function table(rows: readonly SavedRow[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.scenario} | ${row.measured} | ${row.reference} | ${result(row)} | ${cpuSaid(row.cpu)} | ${row.goal} | ${verdict(row)} |`,
  );
  return [
    '| What | Ours | Reference | Result | CPU time | Goal | Met |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
