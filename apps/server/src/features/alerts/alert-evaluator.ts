import { DAY_MS } from '@lamppost/protocol';
import type { QueryOptions } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { RunInsight } from '../insights/run-insight.ts';
import { intervalRules, latestSpans, type Span } from './judging/alert-calendar.ts';
import type { AlertDefinition } from './judging/alert-definition.ts';
import { fetchPoints, type Point } from './judging/fetch-points.ts';
import { judgePoints } from './judging/judge-points.ts';
import type { Verdict } from './judging/verdict.ts';

export interface AlertEvaluatorDeps {
  readonly run: RunInsight;
  readonly timezoneOf: (projectId: string) => string;
}

/** Something to judge: `key` changes when its query does. */
interface Judged {
  readonly key: string;
  readonly definition: AlertDefinition;
  readonly scope: Scope;
}

interface Remembered {
  readonly fetchedAtMs: number;
  /** By the begin of the interval. */
  readonly points: ReadonlyMap<number, Point>;
}

/** So many settled intervals beyond those that rules look at are judged again, because late data may change them. */
const REJUDGED = 3;
/** What is older is asked for again after so long. */
const REMEMBERED_MS = DAY_MS;

/** Judges the latest intervals of alerts. What is usual is remembered, so that a check asks for a few intervals only. */
export class AlertEvaluator {
  readonly #deps: AlertEvaluatorDeps;
  #remembered = new Map<string, Remembered>();

  constructor(deps: AlertEvaluatorDeps) {
    this.#deps = deps;
  }

  /** Verdicts about the latest intervals, oldest first; the last may not be over. */
  async judge({ key, definition, scope }: Judged, nowMs: number, options: QueryOptions): Promise<Verdict[]> {
    const { interval } = definition;
    const timezone = this.#deps.timezoneOf(scope.projectId);
    const judged = judgedIntervals(definition);
    const spans = latestSpans(interval, historyOf(definition) + judged, nowMs, timezone);
    const known = this.#remembered.get(key);
    const isKnown = known !== undefined && nowMs - known.fetchedAtMs < REMEMBERED_MS;
    const points = isKnown ? known.points : new Map<number, Point>();
    const from = Math.max(0, spans.length - judged);
    // Between the first that is not known and the last there may be some that are: they are asked for in one query.
    const firstUnknown = spans.findIndex(({ fromMs }) => !points.has(fromMs));
    const asked = spans.slice(Math.min(from, firstUnknown === -1 ? from : firstUnknown));
    const fetching = { run: this.#deps.run, scope, options };
    const fetched = new Map((await fetchPoints(definition, asked, fetching)).map((point) => [point.fromMs, point]));
    const all = spans.map((span) => fetched.get(span.fromMs) ?? points.get(span.fromMs) ?? { ...span, value: null });
    const kept = all.slice(0, from);
    this.#remembered.set(key, {
      fetchedAtMs: isKnown ? known.fetchedAtMs : nowMs,
      points: new Map(kept.map((point) => [point.fromMs, point])),
    });
    return judgePoints(definition, all, { from, timezone, nowMs });
  }

  /** The same for the last weeks, without remembering anything. */
  async preview(definition: AlertDefinition, scope: Scope, nowMs: number, options: QueryOptions): Promise<Verdict[]> {
    const timezone = this.#deps.timezoneOf(scope.projectId);
    const shown = shownIntervals(definition);
    const spans: Span[] = latestSpans(definition.interval, historyOf(definition) + shown, nowMs, timezone);
    const points = await fetchPoints(definition, spans, { run: this.#deps.run, scope, options });
    return judgePoints(definition, points, { from: spans.length - shown, timezone, nowMs });
  }

  /** Of others nothing is remembered. */
  keepOnly(keys: ReadonlySet<string>): void {
    this.#remembered = new Map([...this.#remembered].filter(([key]) => keys.has(key)));
  }
}

/** With the one that is not over, and the one whose last events are still on their way. */
const judgedIntervals = ({ forIntervals, recovery }: AlertDefinition): number =>
  Math.max(forIntervals, recovery.intervals) + REJUDGED + 2;

/** Each interval of a funnel is a query of its own. */
const FUNNEL_HISTORY = { hour: 0, day: 28, week: 12 } as const;
const FUNNEL_SHOWN = { hour: 48, day: 28, week: 12 } as const;

function historyOf({ condition, interval, query }: AlertDefinition): number {
  if (condition.kind !== 'unusual') return condition.kind === 'change' ? 1 : 0;
  return query.kind === 'funnel' ? FUNNEL_HISTORY[interval] : intervalRules[interval].history;
}

const shownIntervals = ({ interval, query }: AlertDefinition): number =>
  query.kind === 'funnel' ? FUNNEL_SHOWN[interval] : intervalRules[interval].shown;
