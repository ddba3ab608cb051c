import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import { type FunnelParams, FunnelTally, funnelResult } from '../queries/funnel.ts';
import { type InsightResult, MAX_VALUES, type Moment, momentOf } from '../queries/insight-params.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';

const REST_PLACE = MAX_VALUES;
const MISSING_PLACE = MAX_VALUES + 1;
/** A moment and the steps done at it are one number to sort by: the low bits are the steps. */
const STEP_BITS = 10;

/** Gathered and sorted in the database, followed step by step here: one sort, whatever the number of steps. */
export async function funnel(connection: DuckDBConnection, params: FunnelParams): Promise<InsightResult> {
  const moment = momentOf(params.range, Date.now());
  const newTally = (): FunnelTally => new FunnelTally(params.steps.length, params.windowMs);
  const all = newTally();
  await connection.run(`CREATE TEMP TABLE funnel_did AS ${didSql(params, moment)}`);
  if (params.breakdownField === undefined) {
    await follow(connection, 'funnel_did', '0', [all]);
    return { resultJson: JSON.stringify(funnelResult(params, moment, all, undefined)) };
  }
  const shown = await placeValues(connection);
  const tallies = Array.from({ length: MAX_VALUES + 2 }, newTally);
  await follow(connection, 'funnel_did JOIN funnel_persons USING (person)', 'place + 1', [all, ...tallies]);
  const [rest, missing] = [tallies[REST_PLACE] ?? newTally(), tallies[MISSING_PLACE] ?? newTally()];
  const values = shown.map((value, place) => ({ value, tally: tallies[place] ?? newTally() }));
  return { resultJson: JSON.stringify(funnelResult(params, moment, all, { values, rest, missing })) };
}

/** What was done of the steps: person, moment, and with a breakdown `v`, its value where the first step was done. */
function didSql(params: FunnelParams, moment: Moment): string {
  const steps = params.steps.map(({ event, filters }, step) => {
    const conditions = filtersSql(filters, `query.steps.${step}.filters`);
    return [{ sql: `ev.name = ${quoted(event)}`, isPerson: false }, ...conditions];
  });
  const isDone = (step: number): string => (steps[step] ?? []).map(({ sql }) => `(${sql})`).join(' AND ');
  const bits = steps.map((_, step) => `CASE WHEN ${isDone(step)} THEN ${2 ** step} ELSE 0 END`);
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const value = field === undefined ? '' : `, CASE WHEN ${isDone(0)} THEN ${field.text} END AS v`;
  const needsId = field?.isPerson === true || steps.flat().some(({ isPerson }) => isPerson);
  const names = params.steps.map(({ event }) => event);
  return `SELECT person, (moment << ${STEP_BITS}) | steps AS moment ${value === '' ? '' : ', v'} FROM (
    SELECT ${PERSON_KEY} AS person, epoch_ms(ev.ts) - ${moment.fromMs} AS moment, (${bits.join(' + ')})::BIGINT AS steps
      ${value} ${insightEvents(params, moment, { names, person: needsId ? 'id' : 'key' })})
    WHERE person IS NOT NULL AND steps > 0`;
}

/**
 * Leaves a place for each person of funnel_did who did the first step in funnel_persons; answers the values of the
 * places. A person's value is that of the earliest first step; of two at one moment, the smaller.
 */
async function placeValues(connection: DuckDBConnection): Promise<readonly string[]> {
  await connection.run(`CREATE TEMP TABLE funnel_values AS
    SELECT person, CASE WHEN NOT first.missing THEN first.v END AS v FROM (
      SELECT person, min({'moment': moment >> ${STEP_BITS}, 'missing': v IS NULL, 'v': coalesce(v, '')}) AS first
      FROM funnel_did WHERE moment & 1 = 1 GROUP BY person)`);
  await connection.run(`CREATE TEMP TABLE funnel_top AS
    SELECT v, row_number() OVER (ORDER BY persons DESC, v) - 1 AS place FROM (
      SELECT v, count(*) AS persons FROM funnel_values WHERE v IS NOT NULL GROUP BY v
      ORDER BY persons DESC, v LIMIT ${MAX_VALUES})`);
  await connection.run(`CREATE TEMP TABLE funnel_persons AS
    SELECT person, (CASE WHEN v IS NULL THEN ${MISSING_PLACE} ELSE coalesce(place, ${REST_PLACE}) END)::UTINYINT AS place
    FROM funnel_values LEFT JOIN funnel_top USING (v)`);
  const values = await connection.run('SELECT v FROM funnel_top ORDER BY place');
  return (await values.getRowsJS()).map(([value]) => String(value));
}

/** Each row counts in the first tally and in the one at its place. */
async function follow(
  connection: DuckDBConnection,
  rows: string,
  place: string,
  tallies: readonly FunnelTally[],
): Promise<void> {
  const [all] = tallies;
  let [own, low, high, at, steps] = [all, -1, -1, 0, 0];
  const finish = (): void => {
    if (steps === 0) return;
    all?.moment(at, steps);
    if (own !== all) own?.moment(at, steps);
    steps = 0;
  };
  const sorted = streamSorted(connection, {
    rows,
    key: 'person',
    order: 'moment',
    columns: [
      `(moment >> ${STEP_BITS})::DOUBLE`,
      `(moment & ${2 ** STEP_BITS - 1})::USMALLINT`,
      `(${place})::UTINYINT`,
    ],
  });
  for await (const { rowCount, column } of sorted) {
    const [lows, highs, times, done, places] = [column(0), column(1), column(2), column(3), column(4)];
    for (let row = 0; row < rowCount; row++) {
      const time = times[row] as number;
      const isOther = lows[row] !== low || highs[row] !== high;
      if (isOther || time !== at) finish();
      if (isOther) {
        [low, high] = [lows[row] as number, highs[row] as number];
        all?.nextPerson();
        own = tallies[places[row] as number];
        own?.nextPerson();
      }
      at = time;
      steps |= done[row] as number;
    }
  }
  finish();
}
