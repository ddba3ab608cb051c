import { PERSON_KEY } from '../../../analytics/duckdb/relations/persons.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { type CohortDialect, LONG_AGO, NEVER, type PlannedDeed, planCohort, reachOf } from '../queries/cohort-plan.ts';
import type { FilterSql, WriteFilters } from '../queries/filter-conditions.ts';
import type { CohortSource } from '../queries/insight-params.ts';
import type { PeopleBehind } from '../queries/people/people-behind.ts';
import { eventsSource } from './events-source.ts';
import { peopleSql } from './people/people-sql.ts';

const dialect: CohortDialect = {
  countOf: (flag) => `count(*) FILTER (${flag})`,
  firstOf: (flag) => `coalesce(min(moment_ms) FILTER (${flag}), ${NEVER})`,
  lastOf: (flag) => `coalesce(max(moment_ms) FILTER (${flag}), ${LONG_AGO})`,
  timesOf: (flag) => `coalesce(list(moment_ms) FILTER (${flag}), []::BIGINT[])`,
  firstAfter: (times, moment) => `coalesce(list_min(list_filter(${times}, lambda x: x > ${moment})), ${NEVER})`,
};

const allOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? 'true' : `coalesce(${conditions.map((sql) => `(${sql})`).join(' AND ')}, false)`;

/** The persons of a cohort as a statement with the column `person`, each once; keys as PERSON_KEY has them. */
export function cohortPersons(source: CohortSource, writeFilters: WriteFilters): string {
  switch (source.kind) {
    case 'users':
      return `SELECT DISTINCT hash(id) AS person
        FROM (SELECT unnest(from_json(${quoted(source.userIdsJson)}, '["VARCHAR"]')) AS id)`;
    case 'query':
      // Of one of these: see AskedPoint.
      return `SELECT person FROM (${peopleSql(source.asked as PeopleBehind, { writeFilters, nowMs: Date.now() })})`;
    case 'latest': {
      const conditions = writeFilters(source.filters, 'definition.filters');
      return `SELECT person FROM (
        SELECT ${PERSON_KEY} AS person, ${allOf(conditions.map(({ sql }) => sql))} AS d0,
          (ev.ts, ev.received, ev.log_tag, ev.seq, ev.idx) AS place
          ${eventsSource(source.scope, [], undefined, { person: 'key', uses: conditions })})
        WHERE person IS NOT NULL GROUP BY person HAVING arg_max(d0, place)`;
    }
    case 'rule': {
      const plan = planCohort(source, dialect, Date.now());
      const { events, window } = reachOf(plan);
      const written = plan.deeds.map((deed) => writeDeed(deed, writeFilters));
      const flags = written.map(({ sql }, at) => `${sql} AS d${at}`);
      const isAny = plan.holdsForNobody ? '' : `AND (${plan.deeds.map((_, at) => `d${at}`).join(' OR ')})`;
      const columns = [...plan.columns].map(([name, sql]) => `${sql} AS ${name}`);
      return `SELECT person FROM (SELECT ${['person', ...columns].join(', ')} FROM (
        SELECT ${[`${PERSON_KEY} AS person`, 'epoch_ms(ev.ts) AS moment_ms', ...flags].join(', ')}
          ${eventsSource(source.scope, [], window, { events, person: 'key', uses: written })})
        WHERE person IS NOT NULL ${isAny} GROUP BY person) WHERE ${plan.condition}`;
    }
  }
}

function writeDeed({ events, filters, window }: PlannedDeed, writeFilters: WriteFilters): FilterSql {
  const conditions = writeFilters(filters, 'definition.rule');
  return {
    sql: allOf([
      ...(events === null ? [] : [`ev.name IN (${events.map(quoted).join(', ')})`]),
      ...(window === undefined
        ? []
        : [`ev.ts >= ${timeLiteral(window.fromMs)} AND ev.ts < ${timeLiteral(window.toMs)}`]),
      ...conditions.map(({ sql }) => sql),
    ]),
    isPerson: conditions.some(({ isPerson }) => isPerson),
    joins: conditions.flatMap(({ joins = [] }) => joins),
  };
}
