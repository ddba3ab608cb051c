import type { DuckDBConnection } from '@duckdb/node-api';
import { streamSorted } from '../../../analytics/duckdb/queries/stream-sorted.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
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

/** What people did of the steps and exclusions of a funnel with options, gathered in tables. */
export async function funnelSource(
  connection: DuckDBConnection,
  params: FunnelParams,
  moment: Moment,
): Promise<FunnelSource> {
  const [hasHold, hasValue] = [params.holdField !== undefined, params.breakdownField !== undefined];
  const { view } = params;
  const compared =
    view?.kind === 'correlation'
      ? await comparedColumns(params, view, (field, at) => frequentValues(connection, params, moment, field, at))
      : [];
  const codes = compared.map((_, index) => `code_${index}`);
  await connection.run(`CREATE TEMP TABLE funnel_did AS ${didSql(params, moment, compared)}`);
  if (hasValue) {
    await connection.run(`CREATE TEMP TABLE funnel_values AS
      SELECT v, row_number() OVER (ORDER BY v) - 1 AS place FROM (SELECT DISTINCT v FROM funnel_did WHERE v IS NOT NULL)`);
  }
  await connection.run(`CREATE TEMP TABLE funnel_rows AS
    SELECT ${['person', 'moment', ...codes].join(', ')} ${hasHold ? ', coalesce(hold, -1) AS hold' : ''}
      ${hasValue ? `, coalesce(place, ${NO_VALUE})::UINTEGER AS place` : ''}
    FROM funnel_did ${hasValue ? 'LEFT JOIN funnel_values USING (v)' : ''}
    WHERE person IN (SELECT person FROM funnel_did WHERE moment & ${beginningBits(params)} <> 0)`);
  return {
    rows: () =>
      streamSorted(connection, {
        rows: 'funnel_rows',
        key: 'person',
        order: hasHold ? 'hold, moment' : 'moment',
        columns: [
          `(moment >> ${DONE_BITS})::DOUBLE`,
          `(moment & ${2 ** DONE_BITS - 1})::USMALLINT`,
          ...(hasHold ? ['hold'] : []),
          ...(hasValue ? ['place'] : []),
          ...codes,
        ],
      }),
    compared,
    async valuesAt(places) {
      if (places.length === 0) return new Map();
      const found = await connection.run(
        `SELECT place::DOUBLE, v FROM funnel_values WHERE place IN (${places.join(', ')})`,
      );
      return new Map((await found.getRowsJS()).map(([place, value]) => [Number(place), String(value)]));
    },
  };
}

async function frequentValues(
  connection: DuckDBConnection,
  params: FunnelParams,
  moment: Moment,
  name: string,
  at: string,
): Promise<readonly FrequentValue[]> {
  const field = requiredField(name, at);
  const found = await connection.run(`SELECT v, count(*)::DOUBLE AS events
    FROM (SELECT ${field.text} AS v ${insightEvents(params, moment, { person: 'none', uses: [field] })})
    WHERE v IS NOT NULL GROUP BY v ORDER BY events DESC, v LIMIT ${MAX_FREQUENT}`);
  return (await found.getRowsJS()).map(([value, events]) => ({ value: String(value), events: Number(events) }));
}

/** Person, moment with what was done at it, and where they are asked for `hold`, `v` and codes of what is compared. */
function didSql(params: FunnelParams, moment: Moment, compared: readonly ComparedColumn[]): string {
  const parts = partsOf(params).map(({ events, filters, at }) => ({ events, conditions: filtersSql(filters, at) }));
  const bits = parts.map(({ events, conditions }, index) => {
    const isDone = [isNamed('ev.name', events), ...conditions.map(({ sql }) => `(${sql})`)].join(' AND ');
    return `CASE WHEN ${isDone} THEN ${2 ** index} ELSE 0 END`;
  });
  const hold = params.holdField === undefined ? undefined : requiredField(params.holdField, 'query.holdConstant');
  const value =
    params.breakdownField === undefined ? undefined : requiredField(params.breakdownField, 'query.breakdownProperty');
  const comparedIn = compared.map(({ field }, index) => requiredField(field, `query.correlate.fields.${index}`));
  const codes = compared.map(({ values }, index) => {
    const list = `[${values.map(quoted).join(', ')}]::VARCHAR[]`;
    return `, coalesce(list_position(${list}, ${comparedIn[index]?.text}), 0)::UTINYINT AS code_${index}`;
  });
  const unit = countedUnit(params);
  const uses = [hold, value, ...comparedIn].filter((field) => field !== undefined);
  const needsAll = needsAllEvents(params);
  const done = hold === undefined ? 'done' : 'CASE WHEN hold IS NULL THEN 0 ELSE done END';
  return `SELECT person, (since << ${DONE_BITS}) | ${done} AS moment ${hold ? ', hold' : ''} ${value ? ', v' : ''}
      ${codes.map((_, index) => `, code_${index}`).join('')} FROM (
    SELECT ${unit.key} AS person, epoch_ms(ev.ts) - ${moment.fromMs} AS since, (${bits.join(' + ')})::BIGINT AS done
      ${hold ? `, CASE WHEN ${hold.text} IS NOT NULL THEN (hash(${hold.text}) >> 11)::DOUBLE END AS hold` : ''}
      ${value ? `, ${value.text} AS v` : ''} ${codes.join('')}
      ${insightEvents(params, moment, {
        events: eventsOf(params),
        person: unit.person,
        uses: [...uses, ...unit.uses, ...parts.flatMap(({ conditions }) => conditions)],
      })})
    WHERE person IS NOT NULL ${needsAll ? '' : `AND ${done} > 0`}`;
}
