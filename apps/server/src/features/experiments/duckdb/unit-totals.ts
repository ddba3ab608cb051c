import type { MetricWork } from './metric-work.ts';
import { idsPerUnit } from './unit-keys.ts';

/** More do not fit into the 256 MB that queries have by default. */
const TOTALS_PER_PART = 10_000_000;

const unitsOf = ({ exposures }: MetricWork): number =>
  exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);

/**
 * How many parts the totals are grouped in: where the hash table does not fit into memory, a GROUP BY spills, which takes
 * almost twice as long.
 */
const partsOf = (work: MetricWork, columns: number): number =>
  Math.ceil((unitsOf(work) * columns) / (work.totalsPerPart ?? TOTALS_PER_PART));

/** Whether there are so few totals, a fifth of a part, that writing contributions down first would not pay. */
export const areFewTotals = (work: MetricWork, columns: number): boolean => partsOf(work, columns * 5) <= 1;

/**
 * Makes the temporary table `totals (id, <columns>)` with a row for each unit that contributed. `contributions` selects `id`
 * and what the aggregates are about. Those of more units are written down once, which is cheaper than to find them again
 * for each part, and grouped in parts.
 */
export async function createTotals(work: MetricWork, contributions: string, columns: readonly string[]): Promise<void> {
  if (partsOf(work, columns.length) <= 1) return await groupTotals(work, `(${contributions})`, columns);
  await work.connection.run(`CREATE TEMP TABLE contributions AS ${contributions}`);
  await groupTotals(work, 'contributions', columns);
  await work.connection.run('DROP TABLE contributions');
}

/** The same of contributions that are written down; `shaped` says what is kept of the rows of units. */
export async function groupTotals(
  work: MetricWork,
  table: string,
  columns: readonly string[],
  shaped: (units: string) => string = (units) => units,
): Promise<void> {
  const { connection, params } = work;
  const parts = Math.max(1, partsOf(work, columns.length));
  // Not by the bit that tells halves (see unit-keys.ts): each part is of both.
  const place = `id // ${2 * idsPerUnit(params)}`;
  for (let part = 0; part < parts; part += 1) {
    const isOfPart = parts === 1 ? '' : `WHERE ${place} % ${parts} = ${part}`;
    const units = `SELECT id, ${columns.join(', ')} FROM ${table} ${isOfPart} GROUP BY id`;
    await connection.run(`${part === 0 ? 'CREATE TEMP TABLE totals AS' : 'INSERT INTO totals'} ${shaped(units)}`);
  }
}
