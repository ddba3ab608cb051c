import { quoted } from '../../../../analytics/duckdb/sql-text.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import type { Moment } from '../../queries/insight-params.ts';
import { pathPattern } from '../../queries/kinds/path-pattern.ts';
import { MAX_VALUE_LENGTH, type PathsParams } from '../../queries/paths.ts';
import { type EventChoice, eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';

interface PathEventsChoice extends Pick<EventChoice, 'person'> {
  readonly writeFilters: WriteFilters;
  /** Of `ev`, beside the names. */
  readonly columns?: string;
}

/** SELECT of the events that paths show, each with the `name` of its node and its own name as `event`. */
export function pathEvents(params: PathsParams, moment: Moment, choice: PathEventsChoice): string {
  const { scope, filters, nodeField, groups = [] } = params;
  const { person, writeFilters, columns } = choice;
  const field = nodeField === undefined ? undefined : requiredField(nodeField, 'query.nodeProperty');
  const value = field && `left(${field.text}, ${MAX_VALUE_LENGTH})`;
  const node =
    value === undefined ? 'ev.name' : `CASE WHEN ${value} IS NULL THEN ev.name ELSE ev.name || ' · ' || ${value} END`;
  const uses = field === undefined ? [] : [field];
  const from = eventsSource(scope, writeFilters(filters, 'query.filters'), moment, { person, uses });
  const events = `FROM (SELECT ${[`${node} AS name, ev.name AS event`, ...(columns === undefined ? [] : [columns])].join(', ')} ${from})
    WHERE ${isShown(params, 'event')}`;
  if (groups.length === 0) return `SELECT * ${events}`;
  const cases = groups.map(
    ({ name, pattern }) => `WHEN regexp_full_match(name, ${quoted(pathPattern(pattern))}) THEN ${quoted(name)}`,
  );
  return `SELECT * REPLACE (CASE ${cases.join(' ')} ELSE name END AS name) ${events}`;
}

/** Whether an event of this name is part of the paths. */
function isShown(params: PathsParams, name: string): string {
  const { excludeEvents = [], hideSystemEvents = false, startEvents = [], endEvents = [] } = params;
  const ends = [...startEvents, ...endEvents];
  const isEnd = ends.length === 0 ? '' : ` OR ${isNamed(name, ends)}`;
  return [
    'true',
    ...(excludeEvents.length === 0 ? [] : [`NOT ${isNamed(name, excludeEvents)}`]),
    ...(hideSystemEvents ? [`(NOT starts_with(${name}, '$')${isEnd})`] : []),
  ].join(' AND ');
}
