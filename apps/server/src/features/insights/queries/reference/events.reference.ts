import type { FilterValue, InsightCondition, InsightFilter } from '../insight-params.ts';

export interface ReferenceEvent {
  readonly name: string;
  readonly atMs: number;
  readonly eventId?: string;
  readonly user?: string;
  readonly anonymous?: string;
  readonly device?: string;
  readonly session?: string;
  readonly platform?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface ReferenceIdentify {
  readonly user: string;
  readonly anonymous: string;
  readonly atMs: number;
}

/** In the order of arrival. */
export interface ReferenceData {
  readonly events: readonly ReferenceEvent[];
  readonly identifies: readonly ReferenceIdentify[];
}

/** Stores compare texts by their bytes. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The first of each id. */
export function withoutRepeats(events: readonly ReferenceEvent[]): readonly ReferenceEvent[] {
  const ids = events.map(({ eventId }) => eventId);
  return events.filter(({ eventId }, at) => eventId === undefined || ids.indexOf(eventId) === at);
}

/** `user/…`, `anonymous/…` or `device/…`. */
export function personOf(event: ReferenceEvent, data: ReferenceData): string | undefined {
  if (event.user !== undefined) return `user/${event.user}`;
  const links = [
    ...data.identifies,
    ...withoutRepeats(data.events).map(({ user, anonymous, atMs }) => ({ user, anonymous, atMs })),
  ].filter(({ user, anonymous }) => user !== undefined && anonymous !== undefined && anonymous === event.anonymous);
  links.sort((a, b) => a.atMs - b.atMs || byBytes(a.user ?? '', b.user ?? ''));
  if (links[0] !== undefined) return `user/${links[0].user}`;
  if (event.anonymous !== undefined) return `anonymous/${event.anonymous}`;
  return event.device === undefined ? undefined : `device/${event.device}`;
}

export type Valued = ReferenceEvent & {
  readonly person: string | undefined;
  /** What it counts for: the person, or the account that it names. */
  readonly unit: string | undefined;
};

/** An event with whose it is, and what it counts for. */
export function valuedOf(event: ReferenceEvent, data: ReferenceData, unitField = 'person_id'): Valued {
  const person = personOf(event, data);
  const unit = unitField === 'person_id' ? person : textOf(fieldOf({ ...event, person, unit: undefined }, unitField));
  return { ...event, person, unit };
}

export function fieldOf(event: Valued, field: string): unknown {
  const [, path] = /^event_properties\.(.+)$/s.exec(field) ?? [];
  if (path !== undefined) {
    const memberAt = (keys: readonly string[]): unknown =>
      keys.reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
        event.properties,
      );
    const keys = (path.match(/"[^"]*"|[^.]+/g) ?? []).map((key) => key.replaceAll('"', ''));
    return path.includes('"') ? memberAt(keys) : (event.properties[path] ?? memberAt(keys));
  }
  const columns: Record<string, unknown> = {
    event_name: event.name,
    user_id: event.user,
    anonymous_id: event.anonymous,
    device_id: event.device,
    session_id: event.session,
    platform: event.platform,
    person_id: event.person?.slice(event.person.indexOf('/') + 1),
    timestamp: event.atMs,
  };
  if (!(field in columns)) throw new Error(`the reference does not know ${field}`);
  return columns[field];
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;
export const textOf = (value: unknown): string | undefined =>
  isMissing(value) ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);

function isEqual(value: unknown, wanted: FilterValue): boolean {
  return typeof wanted === 'string' ? textOf(value) === wanted : value === wanted;
}

export function passes(event: Valued, filter: InsightFilter): boolean {
  if ('cohorts' in filter)
    throw new Error('the reference does not know cohorts: ask it for the events of their people');
  if (!('filters' in filter)) return holds(event, filter);
  const parts = filter.filters.map((part) => passes(event, part));
  return filter.op === 'any' ? parts.includes(true) : !parts.includes(false);
}

const timeIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(value) || !/[T ]/.test(value);
  const ms = Date.parse(isZoned ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
};

function holds(event: Valued, filter: InsightCondition): boolean {
  const value = fieldOf(event, filter.field);
  const text = textOf(value);
  switch (filter.op) {
    case 'is_null':
      return isMissing(value);
    case 'is_not_null':
      return !isMissing(value);
    case 'in':
      return filter.value.some((wanted) => isEqual(value, wanted));
    case 'not_in':
      return !filter.value.some((wanted) => isEqual(value, wanted));
    case 'eq':
      return isEqual(value, filter.value);
    case 'neq':
      return !isEqual(value, filter.value);
    case 'contains':
      return text?.includes(String(filter.value)) ?? false;
    case 'not_contains':
      return !(text?.includes(String(filter.value)) ?? false);
    case 'matches':
      return text !== undefined && new RegExp(filter.pattern, 'u').test(text);
    case 'not_matches':
      return !(text !== undefined && new RegExp(filter.pattern, 'u').test(text));
    case 'includes':
      return Array.isArray(value) && filter.value.some((wanted) => value.some((part) => isEqual(part, wanted)));
    case 'excludes':
      return !(Array.isArray(value) && filter.value.some((wanted) => value.some((part) => isEqual(part, wanted))));
    case 'before':
    case 'after': {
      const ms = timeIn(value);
      if (ms === undefined) return false;
      return filter.op === 'before' ? ms < filter.valueMs : ms > filter.valueMs;
    }
    default: {
      const order = orderOf(value, filter.value);
      if (order === undefined) return false;
      if (filter.op === 'gt') return order > 0;
      if (filter.op === 'gte') return order >= 0;
      return filter.op === 'lt' ? order < 0 : order <= 0;
    }
  }
}

function orderOf(value: unknown, wanted: FilterValue): number | undefined {
  if (typeof wanted === 'number') return typeof value === 'number' ? value - wanted : undefined;
  const text = textOf(value);
  return text === undefined ? undefined : byBytes(text, String(wanted));
}
