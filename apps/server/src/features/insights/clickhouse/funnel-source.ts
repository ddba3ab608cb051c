import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { streamByKey } from '../../../analytics/clickhouse/queries/stream-by-key.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import type { FunnelParams } from '../queries/funnel.ts';
import { beginningBits, eventsOf, needsAllEvents, partsOf } from '../queries/funnels/funnel-parts.ts';
import type { FunnelSource } from '../queries/funnels/funnel-source.ts';
import { DONE_BITS, NO_VALUE } from '../queries/funnels/person-rows.ts';
import type { Moment } from '../queries/insight-params.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';

/** What people did of the steps and exclusions of a funnel with options. Rows of a person are sorted as tuples. */
export function funnelSource(reader: ClickhouseReader, params: FunnelParams, moment: Moment): FunnelSource {
  const did = didSql(params, moment);
  const hasValue = params.breakdownField !== undefined;
  const places = `SELECT assumeNotNull(v) AS value, toUInt32(row_number() OVER (ORDER BY value) - 1) AS place
    FROM (SELECT DISTINCT v FROM (${did}) WHERE v IS NOT NULL)`;
  const placed = `SELECT did.person AS person, did.hold AS hold, did.moment AS moment, ifNull(place, ${NO_VALUE}) AS place
    FROM (${did}) AS did LEFT JOIN (${places}) AS places ON did.v = places.value`;
  return {
    rows: () =>
      streamByKey(reader, {
        rows: `SELECT person, tuple(hold, moment, ${hasValue ? 'toUInt32(place)' : '0'}) AS did FROM (${hasValue ? placed : did})`,
        key: 'person',
        order: 'did',
        columns: {
          [`toFloat64(bitShiftRight(did.2, ${DONE_BITS}))`]: 'Float64',
          [`toUInt16(bitAnd(did.2, ${2 ** DONE_BITS - 1}))`]: 'UInt16',
          ...(params.holdField === undefined ? {} : { 'did.1': 'Float64' }),
          ...(hasValue ? { 'did.3': 'UInt32' } : {}),
        },
        having: `max(bitAnd(did.2, ${beginningBits(params)})) > 0`,
      }),
    async valuesAt(wanted) {
      if (wanted.length === 0) return new Map();
      const rows = await reader.rows(`SELECT place, value FROM (${places}) WHERE place IN (${wanted.join(', ')})`);
      return new Map(rows.map(([place, value]) => [Number(place), String(value)]));
    },
  };
}

/** Person, moment with what was done at it, `hold`, and with a breakdown `v`. */
function didSql(params: FunnelParams, moment: Moment): string {
  const parts = partsOf(params).map(({ events, filters, at }) => ({ events, conditions: filtersSql(filters, at) }));
  const bits = parts.map(({ events, conditions }, index) => {
    const isDone = [isNamed('ev.name', events), ...conditions.map(({ sql }) => `ifNull(${sql}, false)`)].join(' AND ');
    return `if(${isDone}, ${2 ** index}, 0)`;
  });
  const hold = params.holdField === undefined ? undefined : requiredField(params.holdField, 'query.holdConstant');
  const value =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const uses = [hold, value].filter((field) => field !== undefined);
  // What has no value is a group of its own in which nothing was done.
  const held =
    hold === undefined ? '0' : `toFloat64(if(h IS NULL, -1, bitShiftRight(sipHash64(assumeNotNull(h)), 11)))`;
  const done = hold === undefined ? 'done' : 'if(h IS NULL, 0, done)';
  return `SELECT assumeNotNull(who) AS person, ${held} AS hold,
      bitOr(bitShiftLeft(at, ${DONE_BITS}), toUInt64(${done})) AS moment ${value ? ', v' : ''} FROM (
    SELECT ${PERSON_KEY} AS who, toUInt64(ev.ts_ms - ${millis(moment.fromMs)}) AS at, toUInt64(${bits.join(' + ')}) AS done
      ${hold ? `, ${hold.text} AS h` : ''} ${value ? `, ${value.text} AS v` : ''}
      ${insightEvents(params, moment, {
        events: eventsOf(params),
        needsPerson: true,
        uses: [...uses, ...parts.flatMap(({ conditions }) => conditions)],
      })})
    WHERE who IS NOT NULL ${needsAllEvents(params) ? '' : `AND ${done} > 0`}`;
}
