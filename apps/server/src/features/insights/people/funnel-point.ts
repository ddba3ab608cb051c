import type { FunnelPoint } from '../queries/people/people-behind.ts';
import { barAt } from './bar-at.ts';
import { breakdownValue } from './breakdown-value.ts';
import type { PointReader } from './point-reader.ts';
import { timeAt } from './time-at.ts';

export const funnelPoint: PointReader<'funnel'> = {
  members: ['step', 'outcome', 'breakdown', 'bucketIso', 'from', 'to'],
  takes: {
    kind: 'any',
    // Refused before, where it is not people.
    unit: 'any',
    steps: 'any',
    conversionWindow: 'any',
    range: 'any',
    filters: 'any',
    breakdownProperty: 'any',
    order: 'any',
    exclusions: 'any',
    holdConstant: 'any',
    breakdownAttribution: 'any',
    view: ['steps', 'trend', 'times'],
    interval: 'any',
    correlate: 'any',
  },
  read(query, at, blame): FunnelPoint {
    const { view = 'steps', steps } = query;
    if (view !== 'steps' && at.breakdown !== undefined) blame('breakdown', `can't be combined with view ${view}`);
    if (view !== 'trend' && at.bucketIso !== undefined) blame('bucketIso', 'requires view trend');
    if (view === 'times') {
      for (const member of ['step', 'outcome'] as const) {
        if (at[member] !== undefined) blame(member, "can't be combined with view times: use from and to");
      }
      const bar = barAt(at, blame);
      const took = bar && { fromMs: Math.round(bar.from * 1000), toMs: Math.round(bar.to * 1000) };
      return { step: steps.length - 1, outcome: 'reached', ...(took && { took }) };
    }
    for (const member of ['from', 'to'] as const) {
      if (at[member] !== undefined) blame(member, 'requires view times');
    }
    const { step = 0, outcome = 'reached' } = at;
    if (at.step === undefined) blame('step', 'is required: the number of a step, from 0');
    if (step >= steps.length) blame('step', `must be ${steps.length - 1} at most: the last step`);
    if (step === 0 && outcome === 'dropped')
      blame('outcome', 'must be reached: nobody drops out before the first step');
    const bucketMs = timeAt(at, 'bucketIso', blame);
    return { step, outcome, ...(bucketMs !== undefined && { bucketMs }), ...breakdownValue(query, at, blame) };
  },
};
