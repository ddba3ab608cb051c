import type { FunnelParams } from '../funnels/funnel-definition.ts';
import { byBytes, fieldOf, passes, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import type { Followed, FollowedPerson } from './followed-person.ts';
import { referenceFunnelView } from './funnel-views.reference.ts';
import { brokenDown, byPerson, chosen, isMeant, labelOf, percent } from './insights.reference.ts';

type Part = FunnelParams['steps'][number];

const isPart = (event: Valued, { events, filters }: Part): boolean =>
  isMeant(event.name, events) && filters.every((each) => passes(event, each));
export const isStep = (event: Valued, { steps }: FunnelParams, step: number): boolean =>
  steps[step] !== undefined && isPart(event, steps[step]);
const isSomeStep = (event: Valued, params: FunnelParams): boolean =>
  params.steps.some((_, step) => isStep(event, params, step));

/** Every attempt of so many steps, as the times of its steps. */
function attemptsOf(params: FunnelParams, events: readonly Valued[], length: number): number[][] {
  const { order, windowMs } = params;
  if (order === 'any') {
    return events.flatMap(({ atMs }) => {
      const latest = params.steps.flatMap((_, step) => {
        const done = events.filter(
          (event) => isStep(event, params, step) && event.atMs <= atMs && atMs - event.atMs <= windowMs,
        );
        return done.length === 0 ? [] : [Math.max(...done.map((event) => event.atMs))];
      });
      const times = latest.sort((a, b) => b - a).slice(0, length);
      return times.length === length && times[0] === atMs ? [times.reverse()] : [];
    });
  }
  if (length === 0) return [[]];
  return attemptsOf(params, events, length - 1).flatMap((attempt) => {
    const before = attempt.at(-1) ?? Number.NEGATIVE_INFINITY;
    return events
      .filter((event) => isStep(event, params, length - 1) && event.atMs > before)
      .filter(
        ({ atMs }) =>
          order !== 'strict' ||
          attempt.length === 0 ||
          !events.some((other) => other.atMs > before && other.atMs < atMs),
      )
      .map(({ atMs }) => [...attempt, atMs])
      .filter((longer) => (longer.at(-1) ?? 0) - (longer[0] ?? 0) <= windowMs);
  });
}

/** Negative when `a` ended earlier; of those that ended together, when its steps were later. */
function byEnd(a: readonly number[], b: readonly number[]): number {
  const ends = (a.at(-1) ?? 0) - (b.at(-1) ?? 0);
  if (ends !== 0) return ends;
  for (let step = a.length - 2; step >= 0; step--) {
    const later = (b[step] ?? 0) - (a[step] ?? 0);
    if (later !== 0) return later;
  }
  return 0;
}

function follow(params: FunnelParams, events: readonly Valued[]): Followed | undefined {
  const { steps, exclusions = [], windowMs, breakdownField: by = 'event_name' } = params;
  const firsts = steps
    .map((_, step) => attemptsOf(params, events, step + 1).sort(byEnd)[0])
    .filter((attempt) => attempt !== undefined);
  const whole = firsts.at(-1);
  if (whole === undefined) return undefined;
  const [entered = 0] = whole;
  const allowed = exclusions.map((exclusion) => {
    const { fromStep, toStep } = exclusion;
    const after = whole[fromStep];
    if (after === undefined || fromStep === whole.length - 1) return whole.length;
    const isBetween = ({ atMs }: Valued): boolean => {
      const before = whole[toStep];
      return atMs > after && (before === undefined ? atMs - entered <= windowMs : atMs < before);
    };
    return events.some((event) => isPart(event, exclusion) && isBetween(event)) ? fromStep + 1 : whole.length;
  });
  const length = Math.min(whole.length, ...allowed);
  const times = whole.slice(0, length);
  const atEnd = events.filter(
    (event) =>
      event.atMs === times.at(-1) &&
      (params.order === 'any' ? isSomeStep(event, params) : isStep(event, params, length - 1)),
  );
  return {
    events,
    times,
    reached: firsts.slice(0, length).map((attempt, step) => {
      const atMs = attempt.at(-1) ?? 0;
      return { atMs, tookMs: step === 0 ? 0 : atMs - (attempt.at(-2) ?? 0) };
    }),
    endValue: smallestOf(atEnd, by),
  };
}

const smallestOf = (events: readonly Valued[], field: string): string | undefined =>
  events
    .map((event) => textOf(fieldOf(event, field)))
    .filter((text) => text !== undefined)
    .sort(byBytes)[0];

/** Those who began, each with the attempt that counts. */
export function followPersons(params: FunnelParams, data: ReferenceData): FollowedPerson[] {
  const { holdField, breakdownField: by = 'event_name', order, attribution } = params;
  return byPerson(chosen(params, data)).flatMap((events) => {
    const heldOf = (event: Valued) => (holdField === undefined ? '' : textOf(fieldOf(event, holdField)));
    const held = [...new Set(events.map(heldOf).filter((text) => text !== undefined))];
    const groups = held
      .map((text) =>
        follow(
          params,
          events.filter((event) => heldOf(event) === text),
        ),
      )
      .filter((group) => group !== undefined);
    const byValue = (a: Followed, b: Followed) =>
      a.endValue === undefined || b.endValue === undefined
        ? Number(a.endValue === undefined) - Number(b.endValue === undefined)
        : byBytes(a.endValue, b.endValue);
    const [best] = groups.sort((a, b) => b.times.length - a.times.length || byEnd(a.times, b.times) || byValue(a, b));
    if (best === undefined) return [];
    const reached = best.times.map(
      (_, step) =>
        groups
          .flatMap((group) => group.reached[step] ?? [])
          .sort((a, b) => a.atMs - b.atMs || a.tookMs - b.tookMs)[0] ?? { atMs: 0, tookMs: 0 },
    );
    const firsts = events.filter(
      (event) =>
        heldOf(event) !== undefined && (order === 'any' ? isSomeStep(event, params) : isStep(event, params, 0)),
    );
    const earliest = firsts.filter(({ atMs }) => atMs === firsts[0]?.atMs);
    return [{ ...best, events, reached, value: attribution === 'last' ? best.endValue : smallestOf(earliest, by) }];
  });
}

export function referenceFunnel(params: FunnelParams, data: ReferenceData) {
  const { range, steps, conversionWindow, breakdownField } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const ends = {
    conversionWindow,
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
  const persons = followPersons(params, data);
  const viewed = referenceFunnelView(params, data, persons);
  if (viewed !== undefined) return { kind: 'funnel', ...viewed, ...ends };
  const summary = (some: readonly FollowedPerson[]) => {
    const counts = steps.map((_, step) => some.filter(({ times }) => times.length > step).length);
    return {
      steps: steps.map(({ events }, step) => ({
        event: labelOf(events),
        count: counts[step] ?? 0,
        percentage: percent(counts[step] ?? 0, counts[0] ?? 0),
        dropOff: step === 0 ? null : percent((counts[step - 1] ?? 0) - (counts[step] ?? 0), counts[step - 1] ?? 0),
        medianSecondsFromPrevious:
          step === 0 ? null : medianSeconds(some.flatMap(({ reached }) => reached[step]?.tookMs ?? [])),
      })),
      overallConversion: percent(counts.at(-1) ?? 0, counts[0] ?? 0),
    };
  };
  const { groups } = brokenDown(
    persons,
    ({ value }) => value,
    (some) => some.length,
  );
  return {
    kind: 'funnel',
    ...summary(persons),
    ...(breakdownField === undefined
      ? {}
      : { breakdown: groups.map(({ name, items }) => ({ name, ...summary(items) })) }),
    ...ends,
  };
}

function medianSeconds(times: readonly number[]): number | null {
  if (times.length === 0) return null;
  const sorted = [...times].sort((a, b) => a - b);
  const middle =
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
  return Math.round(middle) / 1000;
}
