import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';

export type Assignment = Wire['ExplainExperimentAnswer']['data'];

export interface AssignmentWords {
  /** The variant, or what stands for none. */
  readonly title: string;
  readonly words: string;
}

/** What somebody gets, and why, in words. */
export function assignmentWords(result: Assignment): AssignmentWords {
  const { outcome, variant_key, running_variant_key: running, traffic_pct } = result;
  const bucket = (result.pool_bucket ?? 0) / 100;
  const line =
    result.layer === null
      ? `Their place is ${bucket} of 100, and those below ${formatPercent(traffic_pct).replace(/\u202f%/, '')} take part`
      : `Their place in the layer ${result.layer.key} is ${(result.layer_bucket ?? 0) / 100} of 100`;
  switch (outcome) {
    case 'assigned':
      return { title: variant_key ?? '', words: `In it. ${line}.` };
    case 'forced':
      return {
        title: variant_key ?? '',
        words: 'A tester, who gets this variant by name. Their exposure does not count.',
      };
    case 'held_out':
      return { title: 'No variant', words: 'Held out: the project keeps them out of its experiments.' };
    case 'outside_layer':
      return {
        title: 'No variant',
        words: 'Not in it: their part of the layer belongs to another experiment, or to none.',
      };
    case 'outside_traffic':
      return { title: 'No variant', words: `Not in it. ${line}.` };
    case 'winner':
      return { title: variant_key ?? '', words: 'The winner, which everybody gets.' };
    case 'no_identity':
      return {
        title: 'No variant',
        words: 'The experiment counts something that was not given: fill in the other id.',
      };
    case 'not_running': {
      const would = running === null ? 'While it runs they are not in it' : `While it runs they get ${running}`;
      return { title: 'No variant now', words: `It is ${result.status}. ${would}. ${line}.` };
    }
  }
}
