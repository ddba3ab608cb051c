import { formatPercent } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/values/status-badge.tsx';
import { type Experiment, type ExperimentStatus, unitWords } from './experiment.ts';

export const statusLabels: Readonly<Record<ExperimentStatus, { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  running: { label: 'Running', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  completed: { label: 'Completed', tone: 'neutral' },
  archived: { label: 'Archived', tone: 'neutral' },
};

/** "a and b in equal shares" or "a 20 %, b 80 %" */
export function splitText(variants: Experiment['variants']): string {
  const [first] = variants;
  const isEven = variants.every(({ weight }) => Math.abs(weight - (first?.weight ?? 0)) <= 0.011);
  if (isEven) return `${listed(variants.map(({ key }) => key))} in equal shares`;
  return variants.map(({ key, weight }) => `${key} ${formatPercent(weight)}`).join(', ');
}

const listed = (keys: readonly string[]): string =>
  keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`;

/** What the experiment does to people at this moment. */
export function statusWords(experiment: Experiment, environment: string): string {
  const { status, traffic_pct, unit, variants, winner } = experiment;
  switch (status) {
    case 'draft':
      return 'Not started: nobody is in it, and everything can still be changed.';
    case 'running':
      return `${formatPercent(traffic_pct)} of ${unitWords[unit].many} in ${environment} are in it: ${splitText(variants)}.`;
    case 'paused':
      return 'Nobody is assigned while it is paused; the app behaves as if it did not exist.';
    case 'completed': {
      const name = variants.find(({ key }) => key === winner)?.name;
      return winner === null
        ? 'Ended without a winner: nobody is assigned any more.'
        : `Ended: everybody in ${environment} gets ${winner}${name === undefined || name === winner ? '' : ` (${name})`}.`;
    }
    case 'archived':
      return 'Put away: nobody is assigned, and it cannot be started again.';
  }
}

type MoveName = 'start' | 'pause' | 'resume' | 'complete' | 'archive';

export interface Move {
  readonly name: MoveName;
  readonly verb: string;
  /** What will happen to people. */
  readonly words: string;
  readonly isMain: boolean;
  readonly tone: 'accent' | 'bad';
}

/** What can be done next, and what it does to people. */
export function movesOf(experiment: Experiment, environment: string): readonly Move[] {
  const { status, traffic_pct, unit } = experiment;
  const { many } = unitWords[unit];
  const share = formatPercent(traffic_pct);
  const archive: Move = {
    name: 'archive',
    verb: 'Archive',
    words:
      status === 'completed'
        ? 'Nobody is assigned any more; whoever got the winner through this experiment stops getting it. It cannot be started again.'
        : 'Nobody is or will be assigned. It cannot be started again; what was measured is kept.',
    isMain: false,
    tone: 'bad',
  };
  const complete: Move = {
    name: 'complete',
    verb: 'Complete',
    words: 'The experiment ends and cannot be resumed.',
    isMain: false,
    tone: 'accent',
  };
  switch (status) {
    case 'draft':
      return [
        archive,
        {
          name: 'start',
          verb: 'Start',
          words: `From now on ${share} of ${many} in ${environment} are assigned to a variant. Variants, traffic and metrics can no longer be changed, so that what is analysed is what ran.`,
          isMain: true,
          tone: 'accent',
        },
      ];
    case 'running':
      return [
        {
          name: 'pause',
          verb: 'Pause',
          words: `Nobody in ${environment} is assigned until it is resumed; people fall back to the app without it. Everybody gets the same variant again after that.`,
          isMain: false,
          tone: 'accent',
        },
        { ...complete, isMain: true },
      ];
    case 'paused':
      return [
        archive,
        complete,
        {
          name: 'resume',
          verb: 'Resume',
          words: `${share} of ${many} in ${environment} are assigned again, each to the variant they had.`,
          isMain: true,
          tone: 'accent',
        },
      ];
    case 'completed':
      return [archive];
    case 'archived':
      return [];
  }
}
