import type { Experiment } from '../experiment.ts';
import { unitWords } from '../experiment.ts';
import { whereText } from '../experiment-state.ts';
import type { Results } from '../results/results.ts';

export interface CompletionChoice {
  /** A variant's key; null ends it without a winner. */
  readonly winner: string | null;
  readonly label: string;
  /** What happens to people, before it is irreversible. */
  readonly words: string;
  readonly isProposed: boolean;
}

type Judged = Pick<Results, 'decision' | 'leading_variant' | 'exposures'>;

/** The variant that the results speak for; null: none; undefined: they do not say. */
export function proposedWinner(results: Judged | undefined): string | null | undefined {
  if (results === undefined) return undefined;
  if (results.decision === 'ship') return results.leading_variant;
  const control = results.exposures.find(({ is_control }) => is_control)?.variant_key;
  if (results.decision === 'keep_control' || results.decision === 'stop') return control ?? null;
  return undefined;
}

/** Every way to end an experiment, the proposed one first. */
export function completionChoices(
  experiment: Experiment,
  environment: string,
  results: Judged | undefined,
): readonly CompletionChoice[] {
  const proposed = proposedWinner(results);
  const { many } = unitWords[experiment.unit];
  const whom = experiment.audience.length === 0 ? 'everyone' : 'the audience';
  const where = whereText(experiment, environment);
  const ship = experiment.variants.map(({ key, name, is_control: isControl }) => ({
    winner: key,
    label: isControl === true ? `Keep ${key} for ${whom}` : `Ship ${key} to ${whom}`,
    words: `All ${many} ${where} get ${key}${name === key ? '' : ` (${name})`} from this experiment, including those outside its traffic.`,
    isProposed: key === proposed,
  }));
  const none = {
    winner: null,
    label: 'Complete without a winner',
    words: `Assignment stops in ${environment}. The app behaves as if the experiment didn't exist.`,
    isProposed: proposed === null,
  };
  return [...ship, none].sort((a, b) => Number(b.isProposed) - Number(a.isProposed));
}
