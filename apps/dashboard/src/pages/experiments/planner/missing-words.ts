import type { MissingReason } from '@lamppost/statistics/experiments';

/** Why nothing can be planned, for the person who plans. */
export function missingWords(reason: MissingReason): string {
  switch (reason) {
    case 'zero_control_mean':
    case 'control_mean_near_zero':
      return 'The baseline is 0: there is no relative effect to look for.';
    case 'zero_variance':
      return 'All values are the same: there is nothing to judge a difference by.';
    case 'no_effect':
      return 'Enter an effect above 0.';
    case 'impossible_input':
      return 'An effect of this size is not possible: a share cannot exceed 100 %.';
    case 'no_units':
    case 'one_unit':
    case 'too_few_units':
      return 'There is too little data to plan with.';
    case 'zero_denominator':
    case 'not_finite':
    case 'no_traffic':
      return 'This cannot be planned with these numbers.';
  }
}
