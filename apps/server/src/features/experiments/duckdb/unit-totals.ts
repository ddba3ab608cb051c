import type { MetricWork } from './metric-work.ts';

/**
 * So many totals, units times columns, are grouped at once: of more, the hash table does not fit into the 256 MB that
 * queries have by default, and a GROUP BY that spills takes almost twice as long.
 */
const TOTALS_PER_PART = 10_000_000;

/**
 * Makes the temporary table `totals (id, variant, segment, <columns>)` with a row for each unit that contributed.
 * `contributions` selects `id, variant, segment` and what the aggregates are about. Those of more units are written down
 * once, which is cheaper than to find them again for each part, and grouped in parts of units with neighbouring ids.
 */
export async function createTotals(
  { connection, exposures, totalsPerPart = TOTALS_PER_PART }: MetricWork,
  contributions: string,
  columns: readonly string[],
): Promise<void> {
  const grouped = (rows: string): string =>
    `SELECT id, variant, segment, ${columns.join(', ')} FROM ${rows} GROUP BY id, variant, segment`;
  const units = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const parts = Math.ceil((units * columns.length) / totalsPerPart);
  if (parts <= 1) {
    await connection.run(`CREATE TEMP TABLE totals AS ${grouped(`(${contributions})`)}`);
    return;
  }
  await connection.run(`CREATE TEMP TABLE contributions AS ${contributions}`);
  const perPart = Math.ceil(units / parts);
  for (let from = 0; from < units; from += perPart) {
    const part = `(SELECT * FROM contributions WHERE id >= ${from} AND id < ${from + perPart})`;
    await connection.run(`${from === 0 ? 'CREATE TEMP TABLE totals AS' : 'INSERT INTO totals'} ${grouped(part)}`);
  }
  await connection.run('DROP TABLE contributions');
}
