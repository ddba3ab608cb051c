import type { InsightFilter } from '../insight-params.ts';
import { personOf, type ReferenceData, type ReferenceEvent } from './events.reference.ts';

/** All attributes of a user from a moment on; of two at one moment the later in the list counts. */
interface ReferenceAttributes {
  readonly user: string;
  readonly atMs: number;
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

/** Events say which flags and variants they were sent with. */
export interface ServedEvent extends ReferenceEvent {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, string>>;
}

export interface PersonData extends ReferenceData {
  readonly events: readonly ServedEvent[];
  /** In the order of arrival. */
  readonly attributes: readonly ReferenceAttributes[];
}

/**
 * The same data with every field of persons as a property of the event, worked out in the plainest way, so that the
 * reference for insights can be asked the same question about these properties.
 */
export function withPersonProperties(data: PersonData, members: readonly string[]): ReferenceData {
  return {
    ...data,
    events: data.events.map((event) => ({ ...event, properties: propertiesOf(event, data, members) })),
  };
}

function propertiesOf(event: ServedEvent, data: PersonData, members: readonly string[]): Record<string, unknown> {
  const person = personOf(event, data);
  const user = person?.startsWith('user/') === true ? person.slice('user/'.length) : undefined;
  const firstSeen = Math.min(...data.events.filter((one) => personOf(one, data) === person).map(({ atMs }) => atMs));
  return {
    ...event.properties,
    ...named('user', attributesAt(data, user, Infinity)),
    ...named('user_then', attributesAt(data, user, event.atMs)),
    ...named('flag', texts(event.flags)),
    ...named('experiment', event.experiments),
    [nameOf('person.first_seen')]: person === undefined ? undefined : firstSeen,
    [nameOf('group')]: user !== undefined && members.includes(user),
  };
}

function attributesAt(data: PersonData, user: string | undefined, atMs: number): Record<string, unknown> {
  const known = data.attributes.filter((one) => one.user === user && one.atMs <= atMs);
  const latest = Math.max(...known.map((one) => one.atMs));
  return { ...known.filter((one) => one.atMs === latest).at(-1)?.attributes };
}

const texts = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

/** One key without dots for each field. */
const nameOf = (field: string): string => field.replaceAll('.', '/').replaceAll('"', '');

const named = (root: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOf(`${root}.${key}`), value]));

const isOfPerson = (field: string): boolean => /^(?:user|user_then|flag|experiment|person)\.|^group$/.test(field);

/** What the reference is asked in place of a field of persons. */
export const referenceField = (field: string): string =>
  isOfPerson(field) ? `event_properties.${nameOf(field)}` : field;

export function referenceFilter(filter: InsightFilter): InsightFilter {
  if ('cohorts' in filter) return filter;
  if ('filters' in filter) return { op: filter.op, filters: filter.filters.map(referenceFilter) };
  const field = referenceField(filter.field);
  if (filter.field !== 'group') return { ...filter, field };
  return { field, op: filter.op === 'neq' || filter.op === 'not_in' ? 'neq' : 'eq', value: true };
}
