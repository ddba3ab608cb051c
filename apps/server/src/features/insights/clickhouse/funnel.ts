import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { streamByKey } from '../../../analytics/clickhouse/queries/stream-by-key.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { type EventSelection, unionOf } from '../queries/event-selection.ts';
import type { FilterSql } from '../queries/filter-conditions.ts';
import { followFunnel, STEP_BITS } from '../queries/funnel.ts';
import { followAttempts } from '../queries/funnels/follow-attempts.ts';
import { type FunnelParams, isPlainFunnel } from '../queries/funnels/funnel-definition.ts';
import { type InsightResult, MAX_VALUES, type Moment, momentOf } from '../queries/insight-params.ts';
import { countedUnit } from './counted-unit.ts';
import { isNamed } from './events-source.ts';
import { funnelSource } from './funnel-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';
import { placeOfValue } from './place-of-value.ts';

/** A person's value is that of the earliest first step; of two at one moment, the smaller. NULL when it has none. */
const VALUE_OF_PERSON = `tupleElement(argMinIf(tuple(v), (bitShiftRight(moment, ${STEP_BITS}), v IS NULL, ifNull(v, '')), bitAnd(moment, 1) = 1), 1)`;

/** Gathered and put in order in the database, followed step by step here. */
export async function funnel(reader: ClickhouseReader, params: FunnelParams): Promise<InsightResult> {
  const moment = momentOf(params, Date.now());
  if (!isPlainFunnel(params)) return followAttempts(params, moment, await funnelSource(reader, params, moment));
  const steps = stepsOf(params);
  const isBrokenDown = params.breakdownField !== undefined;
  const values = isBrokenDown ? await shownValues(reader, didSql(params, moment, steps, steps.slice(0, 1))) : undefined;
  const rows = streamByKey(reader, {
    rows: didSql(params, moment, steps, steps),
    key: 'person',
    order: 'moment',
    columns: {
      [`toFloat64(bitShiftRight(moment, ${STEP_BITS}))`]: 'Float64',
      [`toUInt16(bitAnd(moment, ${2 ** STEP_BITS - 1}))`]: 'UInt16',
      ...(values === undefined ? {} : { place: 'UInt8' }),
    },
    // Who did not begin reaches nothing.
    having: 'max(bitAnd(moment, 1)) = 1',
    ...(values === undefined ? {} : { ofKey: `${placeOfValue(VALUE_OF_PERSON, values)} AS place` }),
  });
  return followFunnel(params, moment, values, rows);
}

interface Step {
  readonly events: EventSelection;
  readonly conditions: readonly FilterSql[];
}

const stepsOf = (params: FunnelParams): readonly Step[] =>
  params.steps.map(({ events, filters }, step) => ({
    events,
    conditions: filtersSql(filters, `query.steps.${step}.filters`),
  }));

/** What was done of some of the steps: person, moment, and with a breakdown `v`, its value where the first step was done. */
function didSql(params: FunnelParams, moment: Moment, all: readonly Step[], some: readonly Step[]): string {
  const isDone = ({ events, conditions }: Step): string =>
    [isNamed('ev.name', events), ...conditions.map(({ sql }) => `ifNull(${sql}, false)`)].join(' AND ');
  const bits = some.map((step, at) => `if(${isDone(step)}, ${2 ** at}, 0)`);
  const field =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const [first] = all;
  const value = field === undefined || first === undefined ? '' : `, if(${isDone(first)}, ${field.text}, NULL) AS v`;
  const events = unionOf(some.map((step) => step.events));
  const unit = countedUnit(params);
  const uses = [...unit.uses, ...(field === undefined ? [] : [field]), ...all.flatMap(({ conditions }) => conditions)];
  return `SELECT assumeNotNull(who) AS person, bitOr(bitShiftLeft(at, ${STEP_BITS}), steps) AS moment ${value === '' ? '' : ', v'} FROM (
    SELECT ${unit.key} AS who, toUInt64(ev.ts_ms - ${millis(moment.fromMs)}) AS at, toUInt64(${bits.join(' + ')}) AS steps
      ${value} ${insightEvents(params, moment, { events, needsPerson: unit.needsPerson, uses })})
    WHERE who IS NOT NULL AND steps > 0`;
}

async function shownValues(reader: ClickhouseReader, didFirst: string): Promise<readonly string[]> {
  const rows = await reader.rows(
    `SELECT value FROM (SELECT ${VALUE_OF_PERSON} AS value FROM (${didFirst}) GROUP BY person)
      WHERE value IS NOT NULL GROUP BY value ORDER BY count() DESC, value LIMIT ${MAX_VALUES}`,
  );
  return rows.map(([value]) => String(value));
}
