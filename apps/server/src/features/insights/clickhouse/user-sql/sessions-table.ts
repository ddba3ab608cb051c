import { SYSTEM_EVENTS } from '@lamppost/protocol';
import { joinOwners, PERSON_ID } from '../../../../analytics/clickhouse/relations/persons.ts';
import type { visibleToOthers } from '../../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../../edge/scope.ts';

/** Events of a session in their order. */
const ORDER = '(ev.ts_ms, ev.log_tag, ev.seq, ev.idx)';
const first = (value: string): string => `argMin(${value}, ${ORDER})`;
const last = (value: string): string => `argMax(${value}, ${ORDER})`;

const member = (column: string, ...keys: readonly string[]): string =>
  `nullIf(JSONExtract(ifNull(${column}, ''), ${keys.map((key) => `'${key}'`).join(', ')}, 'Nullable(String)'), '')`;
const property = (name: string): string => member('ev.properties', name);
const context = (...keys: readonly string[]): string => member('ev.context', ...keys);

/** What a page or a screen is called; of any other event its name. */
const shown = `coalesce(multiIf(ev.name = '${SYSTEM_EVENTS.pageview}', ${property('path')},
  ev.name = '${SYSTEM_EVENTS.screen}', coalesce(${property('screen_name')}, ${property('name')}), NULL), toString(ev.name))`;

/** Events that SDKs send automatically are not an entry or exit, unless there are no others. */
const isVisit = `(NOT startsWith(ev.name, '$') OR ev.name IN ('${SYSTEM_EVENTS.pageview}', '${SYSTEM_EVENTS.screen}'))`;
const ofVisits = (value: string): string => `if(${isVisit}, ${value}, NULL)`;

const campaign = `coalesce(${property('utm_source')}, ${context('attribution', 'utm_source')})`;
const hostOf = (url: string): string => `nullIf(extract(ifNull(${url}, ''), '^https?://([^/:?#]+)'), '')`;
/** A page of the same site is no source. */
const referrer = `nullIf(coalesce(${hostOf(property('referrer'))}, ${context('attribution', 'referrer_host')},
  ${hostOf(context('page', 'referrer'))}), extract(ifNull(${context('page', 'host')}, ''), '^[^:]+'))`;

const time = (ms: string): string => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;

/** The sessions of one environment, as a SELECT. */
export const sessionsTable = (scope: Scope, rows: ReturnType<typeof visibleToOthers>): string => `
  SELECT visit.visit_id AS session_id, visit.who AS person_id, ${time('visit.started_ms')} AS started_at,
    ${time('visit.ended_ms')} AS ended_at, (visit.ended_ms - visit.started_ms) / 1000 AS duration_seconds,
    visit.visit_events AS events, ifNull(crashed.reports, 0) AS crashes, visit.came_to AS entry, visit.left_from AS exit,
    visit.came_from AS source, visit.used_platform AS platform, visit.used_version AS app_version,
    visit.used_country AS country
  FROM (SELECT ev.session_id AS visit_id, ${first(PERSON_ID)} AS who, min(ev.ts_ms) AS started_ms, max(ev.ts_ms) AS ended_ms,
      count() AS visit_events, coalesce(${first(ofVisits(shown))}, ${first(shown)}) AS came_to,
      coalesce(${last(ofVisits(shown))}, ${last(shown)}) AS left_from,
      coalesce(${first(campaign)}, ${first(referrer)}) AS came_from,
      ${first('ev.platform')} AS used_platform, ${first('ev.app_version')} AS used_version,
      ${first('ev.country')} AS used_country
    FROM ${rows('events')} AS ev ${joinOwners(scope, rows)} WHERE ev.session_id IS NOT NULL GROUP BY ev.session_id) AS visit
  LEFT JOIN (SELECT report.session_id AS report_id, count() AS reports FROM ${rows('crashes')} AS report
    WHERE report.session_id IS NOT NULL GROUP BY report.session_id) AS crashed ON crashed.report_id = visit.visit_id`;
