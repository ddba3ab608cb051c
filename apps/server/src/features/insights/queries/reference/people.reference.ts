import { bucketLabel } from '../../../../analytics/time-buckets.reference.ts';
import type { BehindOf, PathsNode, PeopleBehind } from '../people/people-behind.ts';
import type { ShownValue } from '../people/shown-value.ts';
import type { Aggregation } from '../timeseries.ts';
import { byBytes, fieldOf, passes, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { brokenDown, byPerson, chosen, isMeant, shownAs } from './insights.reference.ts';
import { isSkipped } from './paths.reference.ts';

/** The people behind a number worked out a second time: each with the events that the number is about. */
export function referencePeople(behind: PeopleBehind, data: ReferenceData): ReadonlyMap<string, readonly Valued[]> {
  const found = people(behind, data).flatMap((events): [string, readonly Valued[]][] => {
    const person = events[0]?.person;
    return person === undefined ? [] : [[person, events]];
  });
  return new Map(found);
}

function people(behind: PeopleBehind, data: ReferenceData): (readonly Valued[])[] {
  switch (behind.kind) {
    case 'timeseries':
      return byPerson(ofPoint(behind, data));
    case 'funnel':
      return ofFunnel(behind, data);
    case 'retention':
      return ofRetention(behind, data);
    case 'paths':
      return ofPaths(behind, data);
  }
}

/** Of all that was broken down by a value, what stands in a result under one of its names. */
function named<T>(
  items: readonly T[],
  valueOfItem: (item: T) => string | undefined,
  rank: (some: T[]) => number,
  value: ShownValue,
): readonly T[] {
  if (value.of === 'value') return items.filter((item) => valueOfItem(item) === value.value);
  const name = value.of === 'rest' ? '(other)' : '(none)';
  return brokenDown(items, valueOfItem, rank).groups.find((group) => group.name === name)?.items ?? [];
}

function ofPoint({ params, point }: BehindOf<'timeseries'>, data: ReferenceData): readonly Valued[] {
  const { aggregation, breakdownField: by, interval, timezone } = params;
  const events = chosen(params, data).filter(({ name }) => isMeant(name, params.events));
  const { bucketMs, value } = point;
  const ofValue =
    value === undefined || by === undefined
      ? events
      : named(
          events,
          (event) => textOf(fieldOf(event, by)),
          (some) => importance(aggregation, some),
          value,
        );
  return ofValue.filter((event) => {
    if (bucketMs !== undefined && label(event.atMs) !== label(bucketMs)) return false;
    return countedOf(aggregation, event) !== undefined;
  });
  function label(atMs: number): string {
    return interval === 'total' ? '' : bucketLabel(atMs, interval, timezone);
  }
}

/** What an aggregation takes of an event; undefined where it does not count. */
function countedOf(aggregation: Aggregation, event: Valued): unknown {
  switch (aggregation.kind) {
    case 'count':
      return true;
    case 'persons':
    case 'per_person':
      return event.person;
    case 'sessions':
      return event.session;
    case 'first_time':
    case 'session_duration':
      throw new Error('people behind such a number cannot be listed');
    case 'count_distinct':
      return aggregation.field === 'person_id' ? event.person : textOf(fieldOf(event, aggregation.field));
    default: {
      const value = fieldOf(event, aggregation.field);
      return typeof value === 'number' ? value : undefined;
    }
  }
}

/** What puts values of a breakdown in their order. */
function importance(aggregation: Aggregation, events: readonly Valued[]): number {
  const counted = events.map((event) => countedOf(aggregation, event)).filter((value) => value !== undefined);
  const { kind } = aggregation;
  if (kind === 'sum') return counted.reduce<number>((sum, value) => sum + Number(value), 0);
  return kind === 'persons' || kind === 'sessions' || kind === 'count_distinct'
    ? new Set(counted).size
    : counted.length;
}

function ofFunnel({ params, point }: BehindOf<'funnel'>, data: ReferenceData): (readonly Valued[])[] {
  const { steps, windowMs, breakdownField: by } = params;
  const isStep = (event: Valued, at: number): boolean => {
    const step = steps[at];
    return step !== undefined && isMeant(event.name, step.events) && step.filters.every((each) => passes(event, each));
  };
  /** Whether some chain of events goes on to a step. */
  const goesOn = (events: readonly Valued[], to: number, at: number, firstMs: number, lastMs: number): boolean =>
    at > to ||
    events.some(
      (event) =>
        isStep(event, at) &&
        event.atMs > lastMs &&
        event.atMs - firstMs <= windowMs &&
        goesOn(events, to, at + 1, firstMs, event.atMs),
    );
  const comesTo = (events: readonly Valued[], to: number): boolean =>
    events.some((event) => isStep(event, 0) && goesOn(events, to, 1, event.atMs, event.atMs));
  const valueOfPerson = (events: readonly Valued[]): string | undefined => {
    const firsts = events.filter((event) => isStep(event, 0));
    const earliest = firsts.filter(({ atMs }) => atMs === Math.min(...firsts.map((each) => each.atMs)));
    const values = earliest.flatMap((event) => textOf(fieldOf(event, by ?? '')) ?? []);
    return values.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
  };
  const begun = byPerson(chosen(params, data)).filter((events) => comesTo(events, 0));
  const ofValue = point.value === undefined ? begun : named(begun, valueOfPerson, (some) => some.length, point.value);
  return ofValue
    .filter((events) =>
      point.outcome === 'reached'
        ? comesTo(events, point.step)
        : comesTo(events, point.step - 1) && !comesTo(events, point.step),
    )
    .map((events) => events.filter((event) => steps.some((_, at) => at <= point.step && isStep(event, at))));
}

function ofRetention({ params, point }: BehindOf<'retention'>, data: ReferenceData): (readonly Valued[])[] {
  const { cohortEvents, returnEvents, interval, timezone } = params;
  const labelOf = (atMs: number): string => bucketLabel(atMs, interval, timezone);
  /** The label so many periods after another. */
  const later = (atMs: number, periods: number): string => {
    let [at, left] = [atMs, periods];
    for (; left > 0; left--) {
      const here = labelOf(at);
      while (labelOf(at) === here) at += 1_800_000;
    }
    return labelOf(at);
  };
  return byPerson(chosen(params, data))
    .map((events) => events.filter(({ name }) => isMeant(name, cohortEvents) || isMeant(name, returnEvents)))
    .filter((events) => {
      const first = events.find(({ name }) => isMeant(name, cohortEvents));
      if (first === undefined || labelOf(first.atMs) !== labelOf(point.periodMs)) return false;
      const wanted = later(point.periodMs, point.index);
      const cameBack = events.some((event) => isMeant(event.name, returnEvents) && labelOf(event.atMs) === wanted);
      return (point.index === 0 || cameBack) === point.hasReturned;
    });
}

function ofPaths({ params, point }: BehindOf<'paths'>, data: ReferenceData): (readonly Valued[])[] {
  const { startEvents, endEvents, depth } = params;
  /** The events of a visit by their steps. */
  const wayOf = (visit: readonly Valued[]): (Valued | undefined)[] => {
    const from = startEvents === undefined ? 0 : visit.findIndex(({ name }) => startEvents.includes(name));
    if (from === -1) return [];
    if (endEvents === undefined) return visit.slice(from, from + depth);
    const after = startEvents === undefined ? 0 : from + 1;
    const to = visit.findIndex(({ name }, at) => at >= after && endEvents.includes(name));
    if (to === -1) return [];
    if (startEvents !== undefined) return to - from < depth ? visit.slice(from, to + 1) : [];
    const before = visit.slice(Math.max(0, to + 1 - depth), to + 1);
    return [...new Array<undefined>(depth - before.length).fill(undefined), ...before];
  };
  const shown = chosen(params, data).filter((event) => !isSkipped(params, event));
  const persons = byPerson(shown).map((events) => visitsOf(events).map(wayOf));
  const isAt = (way: readonly (Valued | undefined)[], node: PathsNode): boolean => {
    const event = way[node.step];
    if (event === undefined) return false;
    if (node.event !== null) return event.name === node.event;
    const names = persons.flat().flatMap((each) => each[node.step]?.name ?? []);
    const { groups } = brokenDown(
      names,
      (name) => name,
      (some) => some.length,
    );
    return !groups.slice(0, 10).some(({ name }) => name === shownAs(event.name));
  };
  const { node, next } = point;
  return persons.map((ways) =>
    ways
      .filter((way) => isAt(way, node) && (next === undefined || isAt(way, next)))
      .flatMap((way) => way.filter((event) => event !== undefined)),
  );
}

/** Events in their order: by time, then by name. */
function visitsOf(events: readonly Valued[]): Valued[][] {
  const ordered = [...events].sort((a, b) => a.atMs - b.atMs || byBytes(a.name, b.name));
  const sessions = new Set(ordered.map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const visits: Valued[][] = [];
    for (const event of ordered.filter((candidate) => candidate.session === session)) {
      const visit = visits.at(-1);
      const pause = event.atMs - (visit?.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
      if (visit !== undefined && (session !== undefined || pause <= 1_800_000)) visit.push(event);
      else visits.push([event]);
    }
    return visits;
  });
}
