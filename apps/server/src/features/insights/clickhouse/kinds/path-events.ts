import { quoted } from '../../../../engines/clickhouse/clickhouse-sql.ts';
import type { WriteFilters } from '../../queries/filter-conditions.ts';
import type { Moment } from '../../queries/insight-params.ts';
import { pathPattern } from '../../queries/kinds/path-pattern.ts';
import { MAX_VALUE_LENGTH, type PathsParams } from '../../queries/paths.ts';
import { type EventChoice, eventsSource, isNamed } from '../events-source.ts';
import { requiredField } from '../insight-fields.ts';

interface PathEventsChoice extends Pick<EventChoice, 'needsPerson'> {
  readonly writeFilters: WriteFilters;
  /** Of `ev`, beside the names. */
  readonly columns?: string;
}

/** SELECT of the events that paths show, each with the name of its `node` and its own name as `event`. */
export function pathEvents(params: PathsParams, moment: Moment, choice: PathEventsChoice): string {
  const { scope, filters, nodeField, groups = [] } = params;
  const { needsPerson, writeFilters, columns } = choice;
  const field = nodeField === undefined ? undefined : requiredField(nodeField, 'query.nodeProperty');
  const value = field && `substringUTF8(${field.text}, 1, ${MAX_VALUE_LENGTH})`;
  const label = value === undefined ? 'ev.name' : `ifNull(concat(ev.name, ' · ', ${value}), ev.name)`;
  const uses = field === undefined ? [] : [field];
  const from = eventsSource(scope, writeFilters(filters, 'query.filters'), moment, { needsPerson, uses });
  const cases = groups.flatMap(({ name, pattern }) => [
    `match(label, ${quoted(`\\A${pathPattern(pattern)}\\z`)})`,
    quoted(name),
  ]);
  const node = cases.length === 0 ? 'label' : `multiIf(${cases.join(', ')}, label)`;
  const all = [`${label} AS label, ev.name AS event`, ...(columns === undefined ? [] : [columns])].join(', ');
  return `SELECT *, ${node} AS node FROM (SELECT ${all} ${from}) WHERE ${isShown(params, 'event')}`;
}

/** Whether an event of this name is part of the paths. */
function isShown(params: PathsParams, name: string): string {
  const { excludeEvents = [], hideSystemEvents = false, startEvents = [], endEvents = [] } = params;
  const ends = [...startEvents, ...endEvents];
  const isEnd = ends.length === 0 ? '' : ` OR ${isNamed(name, ends)}`;
  return [
    'true',
    ...(excludeEvents.length === 0 ? [] : [`NOT ${isNamed(name, excludeEvents)}`]),
    ...(hideSystemEvents ? [`(NOT startsWith(${name}, '$')${isEnd})`] : []),
  ].join(' AND ');
}
