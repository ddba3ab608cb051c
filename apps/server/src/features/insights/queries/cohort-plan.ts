import { type EventSelection, unionOf } from './event-selection.ts';
import { type CohortRule, type CohortSource, type Deed, type Moment, momentOf } from './insight-params.ts';

/** Moments that no event has: what stands for a time that there is not. */
export const NEVER = 2 ** 53 - 1;
export const LONG_AGO = -NEVER;

/** How an engine writes what a rule asks of a person's events. `flag` is a column that says whether an event is a deed. */
export interface CohortDialect {
  countOf(flag: string): string;
  /** Milliseconds; NEVER when there is none. */
  firstOf(flag: string): string;
  /** LONG_AGO when there is none. */
  lastOf(flag: string): string;
  timesOf(flag: string): string;
  /** The first of these times that is later; NEVER when there is none. */
  firstAfter(times: string, moment: string): string;
}

type Window = Pick<Moment, 'fromMs' | 'toMs'>;
export interface PlannedDeed extends Deed {
  /** Undefined: ever. */
  readonly window: Window | undefined;
}

export interface CohortPlan {
  /** Each is a column `d<index>` of events. */
  readonly deeds: readonly PlannedDeed[];
  /** Columns of a person, as `name → SQL over the columns of its events`. */
  readonly columns: ReadonlyMap<string, string>;
  /** Over those columns. */
  readonly condition: string;
  /** Whether a person without any of these events is in the cohort: then all events have to be read. */
  readonly holdsForNobody: boolean;
}

/** One pass over the events of a person, however many conditions there are. */
export function planCohort(
  { rule, timezone }: Extract<CohortSource, { kind: 'rule' }>,
  dialect: CohortDialect,
  nowMs: number,
): CohortPlan {
  const deeds: PlannedDeed[] = [];
  const columns = new Map<string, string>();
  const deedOf = (deed: Deed, window: Window | undefined): string => {
    deeds.push({ ...deed, window });
    return `d${deeds.length - 1}`;
  };
  const column = (sql: string): string => {
    const name = `c${columns.size}`;
    columns.set(name, sql);
    return name;
  };
  const write = (each: CohortRule): string => {
    if ('all' in each) return `(${each.all.map(write).join(' AND ')})`;
    if ('any' in each) return `(${each.any.map(write).join(' OR ')})`;
    if ('not' in each) return `(NOT ${write(each.not)})`;
    const window = each.range === null ? undefined : momentOf({ range: each.range, timezone }, nowMs);
    if ('did' in each) {
      return `(${column(dialect.countOf(deedOf(each.did, window)))} ${comparisons[each.op]} ${each.value})`;
    }
    return writeSequence(each.steps, each.thenNot, (deed) => deedOf(deed, window));
  };
  const writeSequence = (steps: readonly Deed[], thenNot: Deed | null, flagOf: (deed: Deed) => string): string => {
    const flags = steps.map(flagOf);
    const last = column(dialect.lastOf(flags.at(-1) ?? ''));
    // The steps before the last as early as possible, so that as much as possible is later.
    let reached: string | undefined;
    for (const [at, flag] of flags.slice(0, -1).entries()) {
      reached =
        reached === undefined || at === 0
          ? column(dialect.firstOf(flag))
          : dialect.firstAfter(column(dialect.timesOf(flag)), reached);
    }
    const isDone = `${last} > ${reached ?? LONG_AGO}`;
    if (thenNot === null) return `(${isDone})`;
    return `(${isDone} AND ${column(dialect.lastOf(flagOf(thenNot)))} <= ${last})`;
  };
  const condition = write(rule);
  return { deeds, columns, condition, holdsForNobody: holdsForNobody(rule) };
}

const comparisons = { gte: '>=', lte: '<=', eq: '=' } as const;

/** Whether it holds for a person without any of these events. */
function holdsForNobody(rule: CohortRule): boolean {
  if ('all' in rule) return rule.all.every(holdsForNobody);
  if ('any' in rule) return rule.any.some(holdsForNobody);
  if ('not' in rule) return !holdsForNobody(rule.not);
  if ('did' in rule) return rule.op === 'lte' || rule.value === 0;
  return false;
}

/** What has to be read: the names of all deeds and the time from the first to the last; undefined: all there is. */
export function reachOf({ deeds, holdsForNobody: isAnybody }: CohortPlan): {
  readonly events: EventSelection;
  readonly window: Window | undefined;
} {
  if (isAnybody) return { events: null, window: undefined };
  const events = unionOf(deeds.map((deed) => deed.events));
  const windows = deeds.flatMap(({ window }) => window ?? []);
  if (windows.length < deeds.length) return { events, window: undefined };
  return {
    events,
    window: {
      fromMs: Math.min(...windows.map(({ fromMs }) => fromMs)),
      toMs: Math.max(...windows.map(({ toMs }) => toMs)),
    },
  };
}
