import type { Wire } from '@lamppost/protocol';
import { failedWords } from '../../../conditions/failed-words.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import type { Experiment } from '../experiment.ts';

export type Assignment = Wire['ExplainExperimentAnswer']['data'];

export interface AssignmentWords {
  /** The variant, or what stands for none. */
  readonly title: string;
  readonly words: string;
}

const idWords: Readonly<Record<Experiment['unit'], string>> = {
  auto: 'user or device',
  device: 'device',
  user: 'user',
};

/** What somebody gets, and why, in words. */
export function assignmentWords(result: Assignment, unit: Experiment['unit']): AssignmentWords {
  const { outcome, variant_key, running_variant_key: running, traffic_pct } = result;
  const bucket = (result.pool_bucket ?? 0) / 100;
  const line =
    result.layer === null
      ? `Bucket ${bucket} of 100; buckets below ${formatPercent(traffic_pct).replace(/\u202f%/, '')} are included`
      : `Bucket ${(result.layer_bucket ?? 0) / 100} of 100 in layer ${result.layer.key}`;
  switch (outcome) {
    case 'assigned':
      return { title: variant_key ?? '', words: `In the experiment. ${line}.` };
    case 'forced':
      return {
        title: variant_key ?? '',
        words: "Tester: assigned this variant. Exposures don't count.",
      };
    case 'outside_audience':
      return { title: 'No variant', words: `Not in the audience: ${failedWords(result.failed_condition)}.` };
    case 'held_out':
      return { title: 'No variant', words: 'In the holdout: excluded from all experiments.' };
    case 'outside_layer':
      return {
        title: 'No variant',
        words: 'Not included: their part of the layer belongs to another experiment or is free.',
      };
    case 'outside_traffic':
      return { title: 'No variant', words: `Not included. ${line}.` };
    case 'winner':
      return { title: variant_key ?? '', words: 'All users in the audience get the winner.' };
    case 'no_identity':
      return {
        title: 'No variant',
        words: `This experiment assigns by ${idWords[unit]} id. Enter one.`,
      };
    case 'not_running': {
      const would = running === null ? 'While running: not included' : `While running: ${running}`;
      return { title: 'No variant now', words: `The experiment is ${result.status}. ${would}. ${line}.` };
    }
  }
}
