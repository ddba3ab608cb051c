import type { MetricWork } from './metric-work.ts';
import { idsPerUnit } from './unit-keys.ts';

/**
 * So many totals, units times columns, are grouped at once: of more, the hash table does not fit into the 256 MB that
 * queries have by default, and a GROUP BY that spills takes almost twice as long.
 */
const TOTALS_PER_PART = 10_000_000;

const unitsOf = ({ exposures }: MetricWork): number =>
  exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);

/** How many parts the totals are grouped in. */
const partsOf = (work: MetricWork, columns: number): number =>
  Math.ceil((unitsOf(work) * columns) / (work.totalsPerPart ?? TOTALS_PER_PART));

/** Whether there are so few totals, a fifth of a part, that writing contributions down first would not pay. */
export const areFewTotals = (work: MetricWork, columns: number): boolean => partsOf(work, columns * 5) <= 1;

/**
 * Makes the temporary table `totals (id, <columns>)` with a row for each unit that contributed. `contributions` selects `id`
 * and what the aggregates are about. Those of more units are written down once, which is cheaper than to find them again
 * for each part, and grouped in parts of units with neighbouring ids.
 */
export async function createTotals(work: MetricWork, contributions: string, columns: readonly string[]): Promise<void> {
  if (partsOf(work, columns.length) <= 1) return await groupTotals(work, `(${contributions})`, columns);
  await work.connection.run(`CREATE TEMP TABLE contributions AS ${contributions}`);
  await groupTotals(work, 'contributions', columns);
  await work.connection.run('DROP TABLE contributions');
}

/** The same of contributions that are written down. */
export async function groupTotals(work: MetricWork, table: string, columns: readonly string[]): Promise<void> {
  const { connection, params } = work;
  const parts = Math.max(1, partsOf(work, columns.length));
  const idsPerPart = Math.ceil(unitsOf(work) / parts) * idsPerUnit(params);
  for (let part = 0; part < parts; part += 1) {
    const isOfPart = parts === 1 ? '' : `WHERE id >= ${part * idsPerPart} AND id < ${(part + 1) * idsPerPart}`;
    await connection.run(`${part === 0 ? 'CREATE TEMP TABLE totals AS' : 'INSERT INTO totals'}
      SELECT id, ${columns.join(', ')} FROM ${table} ${isOfPart} GROUP BY id`);
  }
}
