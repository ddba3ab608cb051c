import { selectionLabel } from '../event-selection.ts';
import { endsOf, type Moment, NONE, OTHER, percentOf, valueName } from '../insight-params.ts';
import type { FunnelParams } from './funnel-definition.ts';

/** How many came to each step, and how fast. */
export interface StepsTally {
  readonly reached: readonly number[];
  /** From the step before, in seconds; null when no person reached the step. */
  medianSeconds(step: number): number | null;
}

function stepsOf(params: FunnelParams, tally: StepsTally) {
  const [first = 0] = tally.reached;
  return params.steps.map(({ events }, step) => {
    const count = tally.reached[step] ?? 0;
    const before = tally.reached[step - 1] ?? 0;
    return {
      event: selectionLabel(events),
      count,
      percentage: percentOf(count, first),
      dropOff: step === 0 ? null : percentOf(before - count, before),
      medianSecondsFromPrevious: step === 0 ? null : tally.medianSeconds(step),
    };
  });
}

const conversionOf = ({ reached }: StepsTally): number => percentOf(reached.at(-1) ?? 0, reached[0] ?? 0);

/** Tallies of a breakdown's values in their order, of the values beyond them, and of persons without a value. */
export interface FunnelBreakdown {
  readonly values: readonly { readonly value: string; readonly tally: StepsTally }[];
  readonly rest: StepsTally;
  readonly missing: StepsTally;
}

/** The result of a funnel in its plain view. */
export function stepsResult(
  params: FunnelParams,
  moment: Moment,
  all: StepsTally,
  breakdown: FunnelBreakdown | undefined,
) {
  const parts =
    breakdown === undefined
      ? []
      : [
          ...breakdown.values.map(({ value, tally }) => ({ name: valueName(value), tally })),
          { name: OTHER, tally: breakdown.rest },
          { name: NONE, tally: breakdown.missing },
        ];
  return {
    kind: 'funnel' as const,
    steps: stepsOf(params, all),
    overallConversion: conversionOf(all),
    ...(breakdown === undefined
      ? {}
      : {
          breakdown: parts
            .filter(({ tally }) => (tally.reached[0] ?? 0) > 0)
            .map(({ name, tally }) => ({
              name,
              steps: stepsOf(params, tally),
              overallConversion: conversionOf(tally),
            })),
        }),
    conversionWindow: params.conversionWindow,
    ...endsOf(moment),
  };
}
