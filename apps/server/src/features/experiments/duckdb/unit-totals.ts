import type { MetricWork } from './mean-statistics.ts';

/**
 * So many totals, units times columns, are grouped at once: those of a million units and a dozen columns take 150 MB. A
 * GROUP BY that does not fit beside its join into the memory of a query spills and takes almost twice the time.
 */
const TOTALS_PER_PART = 12_000_000;

/**
 * Makes the temporary table `totals (id, variant, segment, <columns>)` with a row for each unit that contributed.
 * `contributions` are rows of `id, variant, segment, ms` and of what the aggregates are about. More of them than fit are
 * written down once, without what the aggregates do not need, and grouped in parts of units with neighbouring ids.
 */
export async function createTotals(
  { connection, exposures, totalsPerPart = TOTALS_PER_PART }: MetricWork,
  contributions: string,
  columns: readonly string[],
): Promise<void> {
  const grouped = (rows: string): string =>
    `SELECT id, variant, segment, ${columns.join(', ')} FROM ${rows} GROUP BY id, variant, segment`;
  const units = exposures.filter(({ segment }) => segment === null).reduce((sum, group) => sum + group.units, 0);
  const perPart = Math.ceil(units / Math.ceil((units * columns.length) / totalsPerPart));
  if (!(perPart < units)) {
    await connection.run(`CREATE TEMP TABLE totals AS ${grouped(`(${contributions})`)}`);
    return;
  }
  await connection.run(`CREATE TEMP TABLE contributions AS SELECT * EXCLUDE (ms) FROM (${contributions})`);
  for (let from = 0; from < units; from += perPart) {
    const part = `(SELECT * FROM contributions WHERE id >= ${from} AND id < ${from + perPart})`;
    await connection.run(`${from === 0 ? 'CREATE TEMP TABLE totals AS' : 'INSERT INTO totals'} ${grouped(part)}`);
  }
  await connection.run('DROP TABLE contributions');
}
