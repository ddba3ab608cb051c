import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { streamByKey } from '../../../analytics/clickhouse/queries/stream-by-key.ts';
import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import {
  type ComparedColumn,
  comparedColumns,
  type FrequentValue,
  MAX_FREQUENT,
} from '../queries/funnels/compared-columns.ts';
import { DONE_BITS, NO_VALUE } from '../queries/funnels/for-each-person.ts';
import type { FunnelParams } from '../queries/funnels/funnel-definition.ts';
import { beginningBits, eventsOf, needsAllEvents, partsOf } from '../queries/funnels/funnel-parts.ts';
import type { FunnelSource } from '../queries/funnels/funnel-source.ts';
import type { Moment } from '../queries/insight-params.ts';
import { countedUnit } from './counted-unit.ts';
import { isNamed } from './events-source.ts';
import { insightEvents } from './insight-events.ts';
import { requiredField } from './insight-fields.ts';
import { filtersSql } from './insight-filters.ts';

/** What people did of the steps and exclusions of a funnel with options. Rows of a person are sorted as tuples. */
export async function funnelSource(
  reader: ClickhouseReader,
  params: FunnelParams,
  moment: Moment,
): Promise<FunnelSource> {
  const { view } = params;
  const compared =
    view?.kind === 'correlation'
      ? await comparedColumns(params, view, (field, at) => frequentValues(reader, params, moment, field, at))
      : [];
  const did = didSql(params, moment, compared);
  const codes = compared.map((_, index) => `code_${index}`);
  const hasValue = params.breakdownField !== undefined;
  const places = `SELECT assumeNotNull(v) AS value, toUInt32(row_number() OVER (ORDER BY value) - 1) AS place
    FROM (SELECT DISTINCT v FROM (${did}) WHERE v IS NOT NULL)`;
  const placed = `SELECT did.person AS person, did.hold AS hold, did.moment AS moment, ifNull(place, ${NO_VALUE}) AS place
    FROM (${did}) AS did LEFT JOIN (${places}) AS places ON did.v = places.value`;
  return {
    rows: () =>
      streamByKey(reader, {
        rows: `SELECT person, tuple(${['hold', 'moment', hasValue ? 'toUInt32(place)' : '0', ...codes].join(', ')}) AS did FROM (${hasValue ? placed : did})`,
        key: 'person',
        order: 'did',
        columns: {
          [`toFloat64(bitShiftRight(did.2, ${DONE_BITS}))`]: 'Float64',
          [`toUInt16(bitAnd(did.2, ${2 ** DONE_BITS - 1}))`]: 'UInt16',
          ...(params.holdField === undefined ? {} : { 'did.1': 'Float64' }),
          ...(hasValue ? { 'did.3': 'UInt32' } : {}),
          ...Object.fromEntries(codes.map((_, index) => [`did.${4 + index}`, 'UInt8' as const])),
        },
        having: `max(bitAnd(did.2, ${beginningBits(params)})) > 0`,
      }),
    compared,
    async valuesAt(wanted) {
      if (wanted.length === 0) return new Map();
      const rows = await reader.rows(`SELECT place, value FROM (${places}) WHERE place IN (${wanted.join(', ')})`);
      return new Map(rows.map(([place, value]) => [Number(place), String(value)]));
    },
  };
}

async function frequentValues(
  reader: ClickhouseReader,
  params: FunnelParams,
  moment: Moment,
  name: string,
  at: string,
): Promise<readonly FrequentValue[]> {
  const field = requiredField(name, at);
  const rows = await reader.rows(`SELECT v, count() AS events
    FROM (SELECT ${field.text} AS v ${insightEvents(params, moment, { needsPerson: false, uses: [field] })})
    WHERE v IS NOT NULL GROUP BY v ORDER BY events DESC, v LIMIT ${MAX_FREQUENT}`);
  return rows.map(([value, events]) => ({ value: String(value), events: Number(events) }));
}

/** Person, moment with what was done at it, `hold`, with a breakdown `v`, and codes of what is compared. */
function didSql(params: FunnelParams, moment: Moment, compared: readonly ComparedColumn[]): string {
  const parts = partsOf(params).map(({ events, filters, at }) => ({ events, conditions: filtersSql(filters, at) }));
  const bits = parts.map(({ events, conditions }, index) => {
    const isDone = [isNamed('ev.name', events), ...conditions.map(({ sql }) => `ifNull(${sql}, false)`)].join(' AND ');
    return `if(${isDone}, ${2 ** index}, 0)`;
  });
  const hold = params.holdField === undefined ? undefined : requiredField(params.holdField, 'query.holdConstant');
  const value =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const comparedIn = compared.map(({ field }, index) => requiredField(field, `query.correlate.fields.${index}`));
  const codes = compared.map(
    ({ values }, index) => `, ${codeSql(`${comparedIn[index]?.text}`, values)} AS code_${index}`,
  );
  const unit = countedUnit(params);
  const uses = [hold, value, ...comparedIn].filter((field) => field !== undefined);
  // What has no value is a group of its own in which nothing was done.
  const held =
    hold === undefined ? '0' : `toFloat64(if(h IS NULL, -1, bitShiftRight(sipHash64(assumeNotNull(h)), 11)))`;
  const done = hold === undefined ? 'done' : 'if(h IS NULL, 0, done)';
  return `SELECT assumeNotNull(who) AS person, ${held} AS hold,
      bitOr(bitShiftLeft(at, ${DONE_BITS}), toUInt64(${done})) AS moment ${value ? ', v' : ''}
      ${codes.map((_, index) => `, code_${index}`).join('')} FROM (
    SELECT ${unit.key} AS who, toUInt64(ev.ts_ms - ${millis(moment.fromMs)}) AS at, toUInt64(${bits.join(' + ')}) AS done
      ${hold ? `, ${hold.text} AS h` : ''} ${value ? `, ${value.text} AS v` : ''} ${codes.join('')}
      ${insightEvents(params, moment, {
        events: eventsOf(params),
        needsPerson: unit.needsPerson,
        uses: [...uses, ...unit.uses, ...parts.flatMap(({ conditions }) => conditions)],
      })})
    WHERE who IS NOT NULL ${needsAllEvents(params) ? '' : `AND ${done} > 0`}`;
}

/** The place of a text among these, from 1; 0 when it is none of them. Stored text has no NUL. */
const codeSql = (text: string, values: readonly string[]): string =>
  values.length === 0
    ? 'toUInt8(0)'
    : `toUInt8(transform(ifNull(${text}, '\\0'), ${texts(values)}, [${values.map((_, at) => at + 1).join(', ')}], 0))`;
