import type { InsightResult, Moment } from '../insight-params.ts';
import { bestAttempt } from './best-attempt.ts';
import { correlationView } from './correlation-view.ts';
import type { EachAttempt } from './each-attempt.ts';
import type { AttemptRules } from './find-attempt.ts';
import { forEachPerson } from './for-each-person.ts';
import type { FunnelParams } from './funnel-definition.ts';
import type { FunnelSource } from './funnel-source.ts';
import { stepsView } from './steps-view.ts';
import { timesView } from './times-view.ts';
import { trendView } from './trend-view.ts';

/** Follows every person by the rules of a funnel with options, and makes the result of its view. */
export async function followAttempts(
  params: FunnelParams,
  moment: Moment,
  source: FunnelSource,
): Promise<InsightResult> {
  const rules: AttemptRules = {
    order: params.order ?? 'ordered',
    steps: params.steps.length,
    windowMs: params.windowMs,
    exclusions: params.exclusions ?? [],
  };
  const eachAttempt: EachAttempt = (onAttempt) =>
    forEachPerson(params, source.rows(), (rows) => {
      const attempt = bestAttempt(rules, rows);
      if (attempt !== undefined) onAttempt(attempt, rows);
    });
  return { resultJson: JSON.stringify(await viewOf(params, moment, source, eachAttempt)) };
}

function viewOf(params: FunnelParams, moment: Moment, source: FunnelSource, eachAttempt: EachAttempt) {
  const { view } = params;
  switch (view?.kind) {
    case 'trend':
      return trendView(params, view, moment, eachAttempt);
    case 'times':
      return timesView(params, moment, eachAttempt);
    case 'correlation':
      return correlationView(params, moment, source.compared, eachAttempt);
    default:
      return stepsView(params, moment, source, eachAttempt);
  }
}
