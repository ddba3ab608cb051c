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
      return latestEvents(
        `SELECT ${PERSON_KEY} AS person, ev.ts, ${allOf(conditions.map(({ sql }) => sql))} AS d0,
          (ev.received, ev.log_tag, ev.seq, ev.idx) AS place
          ${eventsSource(source.scope, [], undefined, { person: 'key', uses: conditions })}`,
      );
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

/**
 * The persons whose latest event `d0` holds for. Which one is the latest is asked in full only of persons who have several
 * at the same time, some of which it holds for: DuckDB keeps a copy of every `place` that was the latest so far, in memory
 * that it cannot write to disk.
 */
const latestEvents = (events: string): string => `
  WITH events AS NOT MATERIALIZED (${events}),
  latest AS (SELECT person, max(ts) AS ts FROM events WHERE person IS NOT NULL GROUP BY person),
  last AS MATERIALIZED (SELECT events.* FROM events JOIN latest USING (person, ts)),
  said AS MATERIALIZED (SELECT person, bool_and(d0) AS of_all, bool_or(d0) AS of_some FROM last GROUP BY person)
  SELECT person FROM said WHERE of_all
  UNION ALL SELECT person FROM last
    WHERE person IN (SELECT person FROM said WHERE of_some AND NOT of_all) GROUP BY person HAVING arg_max(d0, place)`;

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
