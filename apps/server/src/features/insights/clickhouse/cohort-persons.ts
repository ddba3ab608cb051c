import { millis } from '../../../analytics/clickhouse/relations/conditions.ts';
import { PERSON_KEY, userKey } from '../../../analytics/clickhouse/relations/persons.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { type CohortDialect, LONG_AGO, NEVER, type PlannedDeed, planCohort, reachOf } from '../queries/cohort-plan.ts';
import type { FilterSql, WriteFilters } from '../queries/filter-conditions.ts';
import type { CohortSource } from '../queries/insight-params.ts';
import type { PeopleBehind } from '../queries/people/people-behind.ts';
import { eventsSource } from './events-source.ts';
import { peopleSql } from './people/people-sql.ts';

const dialect: CohortDialect = {
  countOf: (flag) => `countIf(${flag})`,
  firstOf: (flag) => `ifNull(minOrNullIf(moment_ms, ${flag}), ${NEVER})`,
  lastOf: (flag) => `ifNull(maxOrNullIf(moment_ms, ${flag}), ${LONG_AGO})`,
  timesOf: (flag) => `groupArrayIf(moment_ms, ${flag})`,
  firstAfter: (times, moment) => `arrayMin(arrayPushBack(arrayFilter(x -> x > ${moment}, ${times}), ${NEVER}))`,
};

const allOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : conditions.map((sql) => `ifNull(${sql}, false)`).join(' AND ');

/** The persons of a cohort as a statement with the column `person`, each once; keys as PERSON_KEY has them. */
export function cohortPersons(source: CohortSource, writeFilters: WriteFilters): string {
  switch (source.kind) {
    case 'users':
      return `SELECT DISTINCT ${userKey('id')} AS person
        FROM (SELECT arrayJoin(JSONExtract(${quoted(source.userIdsJson)}, 'Array(String)')) AS id)`;
    case 'query':
      // Of one of these: see AskedPoint.
      return `SELECT person FROM (${peopleSql(source.asked as PeopleBehind, { writeFilters, nowMs: Date.now() })})`;
    case 'latest': {
      const conditions = writeFilters(source.filters, 'definition.filters');
      return `SELECT assumeNotNull(who) AS person FROM (
        SELECT ${PERSON_KEY} AS who, ${allOf(conditions.map(({ sql }) => sql))} AS d0,
          (ev.ts_ms, ev.received_ms, ev.log_tag, ev.seq, ev.idx) AS place
          ${eventsSource(source.scope, [], undefined, { needsPerson: true, uses: conditions })})
        WHERE who IS NOT NULL GROUP BY who HAVING argMax(d0, place)`;
    }
    case 'rule': {
      const plan = planCohort(source, dialect, Date.now());
      const { events, window } = reachOf(plan);
      const written = plan.deeds.map((deed) => writeDeed(deed, writeFilters));
      const flags = written.map(({ sql }, at) => `${sql} AS d${at}`);
      const isAny = plan.holdsForNobody ? '' : `AND (${plan.deeds.map((_, at) => `d${at}`).join(' OR ')})`;
      const columns = [...plan.columns].map(([name, sql]) => `${sql} AS ${name}`);
      return `SELECT person FROM (SELECT ${['assumeNotNull(who) AS person', ...columns].join(', ')} FROM (
        SELECT ${[`${PERSON_KEY} AS who`, 'ev.ts_ms AS moment_ms', ...flags].join(', ')}
          ${eventsSource(source.scope, [], window, { events, needsPerson: true, uses: written })})
        WHERE who IS NOT NULL ${isAny} GROUP BY who) WHERE ${plan.condition}`;
    }
  }
}

function writeDeed({ events, filters, window }: PlannedDeed, writeFilters: WriteFilters): FilterSql {
  const conditions = writeFilters(filters, 'definition.rule');
  const sql = allOf([
    ...(events === null ? [] : [`ev.name IN (${events.map(quoted).join(', ')})`]),
    ...(window === undefined ? [] : [`(ev.ts_ms >= ${millis(window.fromMs)} AND ev.ts_ms < ${millis(window.toMs)})`]),
    ...conditions.map((condition) => `(${condition.sql})`),
  ]);
  return {
    sql,
    isPerson: conditions.some(({ isPerson }) => isPerson),
    joins: conditions.flatMap(({ joins = [] }) => joins),
  };
}
