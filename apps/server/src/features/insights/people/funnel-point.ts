import { breakdownValue } from './breakdown-value.ts';
import type { PointReader } from './point-reader.ts';

export const funnelPoint: PointReader<'funnel'> = {
  members: ['step', 'outcome', 'breakdown'],
  takes: {
    kind: 'any',
    // Refused before, where it is not people.
    unit: 'any',
    steps: 'any',
    conversionWindow: 'any',
    range: 'any',
    filters: 'any',
    breakdownProperty: 'any',
    order: ['ordered'],
    exclusions: [],
    holdConstant: [],
    breakdownAttribution: ['first'],
    view: ['steps'],
    interval: 'any',
    correlate: 'any',
  },
  read(query, at, blame) {
    const { step = 0, outcome = 'reached' } = at;
    if (at.step === undefined) blame('step', 'is required: the number of a step, from 0');
    if (step >= query.steps.length) blame('step', `must be ${query.steps.length - 1} at most: the last step`);
    if (step === 0 && outcome === 'dropped')
      blame('outcome', 'must be reached: nobody drops out before the first step');
    return { step, outcome, ...breakdownValue(query, at, blame) };
  },
};
