import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { everywhere } from '../../../../analytics/duckdb/recent-rows.ts';
import { joinOwnersOf, PERSON_ID } from '../../../../analytics/duckdb/relations/persons.ts';
import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import type { Scope } from '../../../../edge/scope.ts';

/** Events of a session in their order. */
const ORDER = '(ev.ts, ev.log_tag, ev.seq, ev.idx)';
const first = (value: string, filter = ''): string => `arg_min(${value}, ${ORDER}) ${filter}`;
const last = (value: string, filter = ''): string => `arg_max(${value}, ${ORDER}) ${filter}`;

const property = (name: string): string => `nullif(json_extract_string(ev.properties, '/${name}'), '')`;
const context = (path: string): string => `nullif(json_extract_string(ev.context, '/${path}'), '')`;

/** What a page or a screen is called; of any other event its name. */
const shown = `coalesce(CASE ev.name WHEN '${SYSTEM_EVENTS.pageview}' THEN ${property('path')}
  WHEN '${SYSTEM_EVENTS.screen}' THEN coalesce(${property('screen_name')}, ${property('name')}) END, ev.name)`;

/** Events that SDKs send automatically are not an entry or exit, unless there are no others. */
const isVisit = `FILTER (NOT starts_with(ev.name, '$') OR ev.name IN ('${SYSTEM_EVENTS.pageview}', '${SYSTEM_EVENTS.screen}'))`;

const campaign = `coalesce(${property('utm_source')}, ${context('attribution/utm_source')})`;
const hostOf = (url: string): string => `nullif(regexp_extract(${url}, '^https?://([^/:?#]+)', 1), '')`;
/** A page of the same site is no source. */
const referrer = `nullif(coalesce(${hostOf(property('referrer'))}, ${context('attribution/referrer_host')},
  ${hostOf(context('page/referrer'))}), coalesce(regexp_extract(${context('page/host')}, '^[^:]+'), ''))`;

/** The sessions of one environment, as a SELECT. */
export function sessionsTable({ projectId, environmentId }: Scope): string {
  const isIn = (row: string): string =>
    `${row}.p = ${quoted(projectId)}::UUID AND ${row}.e = ${quoted(environmentId)}::UUID AND ${row}.session_id IS NOT NULL`;
  return `SELECT visit.session_id, visit.person_id, visit.started::TIMESTAMP AS started_at, visit.ended::TIMESTAMP AS ended_at,
      (epoch_ms(visit.ended) - epoch_ms(visit.started))::DOUBLE / 1000 AS duration_seconds, visit.events,
      coalesce(crashed.crashes, 0) AS crashes, visit.entry, visit.exit, visit.source, visit.platform, visit.app_version,
      visit.country
    FROM (SELECT ev.session_id AS session_id, ${first(PERSON_ID)} AS person_id, min(ev.ts) AS started, max(ev.ts) AS ended,
        count(*) AS events, coalesce(${first(shown, isVisit)}, ${first(shown)}) AS entry,
        coalesce(${last(shown, isVisit)}, ${last(shown)}) AS exit, coalesce(${first(campaign)}, ${first(referrer)}) AS source,
        ${first('ev.platform')} AS platform, ${first('ev.app_version')} AS app_version, ${first('ev.country')} AS country
      FROM ${everywhere('events')} AS ev ${joinOwnersOf({ projectId, environmentId })} WHERE ${isIn('ev')}
      GROUP BY ev.session_id) AS visit
    LEFT JOIN (SELECT report.session_id AS session_id, count(*) AS crashes FROM ${everywhere('crashes')} AS report
      WHERE ${isIn('report')} GROUP BY report.session_id) AS crashed ON crashed.session_id = visit.session_id`;
}
