import type { MissingReason } from '@lamppost/statistics/experiments';

/** Why nothing can be planned, for the person who plans. */
export function missingWords(reason: MissingReason): string {
  switch (reason) {
    case 'zero_control_mean':
    case 'control_mean_near_zero':
      return 'The baseline is 0, so there is no relative effect to measure.';
    case 'zero_variance':
      return 'All values are equal, so no difference can be measured.';
    case 'no_effect':
      return 'Enter an effect above 0.';
    case 'impossible_input':
      return "This effect isn't possible: a share can't exceed 100 %.";
    case 'no_units':
    case 'one_unit':
    case 'too_few_units':
      return 'Not enough data to plan.';
    case 'zero_denominator':
    case 'not_finite':
    case 'no_traffic':
      return "Can't plan with these numbers.";
  }
}
