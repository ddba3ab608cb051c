import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { RetentionParams } from '../retention.ts';
import { byBytes, fieldOf, type ReferenceData, textOf, type Valued } from './events.reference.ts';
import { brokenDown, byPerson, chosen, isMeant, percent } from './insights.reference.ts';

interface Member {
  readonly events: readonly Valued[];
  readonly cohort: number;
  readonly value: string | undefined;
  readonly returned: readonly number[];
}

/** Those who are in a cohort, and what they did of it in the range. */
export function retentionMembers(params: RetentionParams, data: ReferenceData): Member[] {
  const { interval, timezone, breakdownField: by } = params;
  const range = rangeOf(params);
  const labels = labelsOf(params);
  const periodOf = ({ atMs }: Valued): number => labels.indexOf(bucketLabel(atMs, interval, timezone));
  const before = chosen({ ...params, range: { ...range, fromMs: -8e15, toMs: range.fromMs } }, data);
  const hadBegun = new Set(before.filter(({ name }) => isMeant(name, params.cohortEvents)).map(({ unit }) => unit));
  return byPerson(chosen(params, data)).flatMap((events): Member[] => {
    const entries = events.filter(({ name }) => isMeant(name, params.cohortEvents));
    const [first] = entries;
    if (first === undefined || (params.start === 'first_time' && hadBegun.has(first.unit))) return [];
    const values = entries
      .filter(({ atMs }) => atMs === first.atMs)
      .map((event) => (by === undefined ? undefined : textOf(fieldOf(event, by))));
    const returns = events.filter(({ name }) => isMeant(name, params.returnEvents));
    return [
      {
        events: events.filter((event) => entries.includes(event) || returns.includes(event)),
        cohort: periodOf(first),
        value: values.filter((value) => value !== undefined).sort(byBytes)[0],
        returned: returns.map(periodOf),
      },
    ];
  });
}

function rangeOf({ range }: RetentionParams) {
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  return range;
}

const startsOf = (params: RetentionParams): readonly number[] => {
  const { fromMs, toMs } = rangeOf(params);
  return referenceBuckets(fromMs, toMs, params.interval, params.timezone);
};

export const labelsOf = (params: RetentionParams): readonly string[] =>
  startsOf(params).map((start) => bucketLabel(start, params.interval, params.timezone));

/** Whether everything of a period was before `nowMs`. */
export function isPeriodOver(params: RetentionParams, period: number, nowMs: number): boolean {
  const known = Math.min(rangeOf(params).toMs, nowMs);
  const [starts, labels] = [startsOf(params), labelsOf(params)];
  return (
    period < labels.length &&
    bucketLabel(known, params.interval, params.timezone) !== labels[period] &&
    (starts[period] ?? 0) < known
  );
}

export const hasReturned = ({ mode }: RetentionParams, { cohort, returned }: Member, later: number): boolean =>
  mode === 'on_or_after' ? returned.some((period) => period >= cohort + later) : returned.includes(cohort + later);

/** As everything was before `nowMs`. */
export function referenceRetention(params: RetentionParams, data: ReferenceData, nowMs: number) {
  const { interval, breakdownField: by } = params;
  const range = rangeOf(params);
  const starts = startsOf(params);
  const members = retentionMembers(params, data);
  const over = starts.map((_, period) => isPeriodOver(params, period, nowMs));
  const isOver = (period: number): boolean => over[period] === true;
  const cameBack = (member: Member, later: number): boolean => hasReturned(params, member, later);
  const tableOf = (some: readonly Member[]) => ({
    cohorts: starts.map((start, period) => {
      const cohort = some.filter((member) => member.cohort === period);
      return {
        period: new Date(start).toISOString(),
        size: cohort.length,
        retention: starts.slice(period).map((_, later) => {
          if (cohort.length === 0) return null;
          if (later === 0) return 100;
          if (!isOver(period + later)) return null;
          return percent(cohort.filter((member) => cameBack(member, later)).length, cohort.length);
        }),
      };
    }),
    curve: starts.map((_, later) => {
      const asked = some.filter(({ cohort }) => later === 0 || isOver(cohort + later));
      if (asked.length === 0) return null;
      return later === 0 ? 100 : percent(asked.filter((member) => cameBack(member, later)).length, asked.length);
    }),
  });
  const parts = brokenDown(
    members,
    ({ value }) => value,
    (some) => some.length,
  );
  return {
    kind: 'retention',
    interval,
    ...tableOf(members),
    ...(by === undefined ? {} : { breakdown: parts.groups.map(({ name, items }) => ({ name, ...tableOf(items) })) }),
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}
