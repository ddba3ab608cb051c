import { formatPercent } from '../../../../design/format/format-number.ts';
import type { Results } from '../results.ts';

const engines: Readonly<Record<Results['engine'], string>> = {
  sequential:
    'Sequential: intervals and p-values hold at every look together (asymptotic confidence sequences, Waudby-Smith et al. 2024), so you may look and stop at any time.',
  fixed: 'Fixed horizon: Welch’s test, valid for one look after the planned days.',
  bayesian: 'Bayesian: chances with a flat prior. They do not protect from stopping at the first good moment.',
};

const corrections: Readonly<Record<Results['analysis']['correction'], string>> = {
  holm: 'Holm’s correction bounds the chance of any false claim over all primary and secondary metrics.',
  benjamini_hochberg: 'Benjamini and Hochberg’s correction bounds the share of false claims among all claims.',
  none: 'There is no correction for many comparisons.',
};

/** How the experiment is judged, in a paragraph. */
export function engineWords({ engine, confidence_level, analysis }: Results): string {
  const level = `Level ${formatPercent(confidence_level * 100)}, at least ${analysis.min_units.toLocaleString('en')} units per variant.`;
  const cuped =
    analysis.covariate_days === 0
      ? ''
      : ` What units did in the ${analysis.covariate_days} days before their exposure narrows the intervals (CUPED).`;
  const cap =
    analysis.cap_quantile === null
      ? ''
      : ` Totals of units above the ${formatPercent(analysis.cap_quantile * 100)} quantile are lowered to it.`;
  return `${engines[engine]} ${level} ${corrections[analysis.correction]}${cuped}${cap} Guardrails are judged apart, one-sided and always valid.`;
}
