import type { FunnelParams } from '../funnels/funnel-definition.ts';
import { trendBuckets } from '../funnels/trend-view.ts';
import type { Moment } from '../insight-params.ts';
import { bucketWindow } from './bucket-window.ts';
import type { FunnelPoint } from './people-behind.ts';

/** What is known of the attempt of a person, in the SQL of an engine. Times are in milliseconds. */
export interface AttemptSql {
  /** How many steps it has. */
  readonly length: string;
  /** When it began. */
  readonly first: string;
  /** From the first step to the last. */
  readonly took: string;
  /** The longest that it took any who converted. */
  readonly longest: string;
}

/** Whether a person is one of those behind a number of a funnel, but for the value of its breakdown. */
export function attemptCondition(params: FunnelParams, point: FunnelPoint, moment: Moment, sql: AttemptSql): string {
  const { step, outcome, bucketMs, took } = point;
  const conditions = [outcome === 'reached' ? `${sql.length} > ${step}` : `${sql.length} = ${step}`];
  if (params.view?.kind === 'trend' && bucketMs !== undefined) {
    const { fromMs, toMs } = bucketWindow(trendBuckets(params, params.view, moment), moment, bucketMs, 'at.bucketIso');
    conditions.push(`${sql.first} >= ${fromMs}`, `${sql.first} < ${toMs}`);
  }
  if (took !== undefined) {
    // The last bar includes its end.
    const isLast = `(${sql.took} = ${took.toMs} AND ${sql.took} = ${sql.longest})`;
    conditions.push(`${sql.took} >= ${took.fromMs}`, `(${sql.took} < ${took.toMs} OR ${isLast})`);
  }
  return conditions.join(' AND ');
}

/** Bits of the events that a number is about: those of the steps up to it. In any order they are all of them. */
export const countedBits = ({ order, steps }: FunnelParams, { step }: FunnelPoint): number =>
  2 ** (order === 'any' ? steps.length : step + 1) - 1;
