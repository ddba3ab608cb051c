import { formatPercent } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/primitives/status-badge.tsx';
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
  if (isEven) return `${listed(variants.map(({ key }) => key))}, split evenly`;
  return variants.map(({ key, weight }) => `${key} ${formatPercent(weight)}`).join(', ');
}

const listed = (keys: readonly string[]): string =>
  keys.length < 2 ? keys.join('') : `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`;

/** "in production", or "in the audience in production" */
export const whereText = ({ audience }: { readonly audience: readonly unknown[] }, environment: string): string =>
  audience.length === 0 ? `in ${environment}` : `in the audience in ${environment}`;

/** What the experiment does to people at this moment. */
export function statusWords(experiment: Experiment, environment: string): string {
  const { status, traffic_pct, unit, variants, winner } = experiment;
  const where = whereText(experiment, environment);
  switch (status) {
    case 'draft':
      return 'Not started. Everything can still be changed.';
    case 'running':
      return `${formatPercent(traffic_pct)} of ${unitWords[unit].many} ${where}: ${splitText(variants)}.`;
    case 'paused':
      return 'Paused. No variants are assigned.';
    case 'completed': {
      const name = variants.find(({ key }) => key === winner)?.name;
      return winner === null
        ? 'Completed without a winner. No variants are assigned.'
        : `Completed. All users ${where} get ${winner}${name === undefined || name === winner ? '' : ` (${name})`}.`;
    }
    case 'archived':
      return "Archived. No variants are assigned and it can't be restarted.";
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
  const share = `${formatPercent(traffic_pct)} of ${many} ${whereText(experiment, environment)}`;
  const archive: Move = {
    name: 'archive',
    verb: 'Archive',
    words:
      status === 'completed'
        ? "Users who got the winner from this experiment stop getting it. It can't be restarted."
        : "No variants will be assigned. It can't be restarted. Results are kept.",
    isMain: false,
    tone: 'bad',
  };
  const complete: Move = {
    name: 'complete',
    verb: 'Complete',
    words: "The experiment ends and can't be resumed.",
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
          words: `${share} are assigned to a variant. Variants and metrics can't be changed after the start.`,
          isMain: true,
          tone: 'accent',
        },
      ];
    case 'running':
      return [
        {
          name: 'pause',
          verb: 'Pause',
          words: `Assignment in ${environment} stops until you resume. Users then get the same variant again.`,
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
          words: `${share} are assigned again, with the same variants as before.`,
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
