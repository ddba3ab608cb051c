import { formatCount } from '../../../../design/format/format-count.ts';
import { formatPercent } from '../../../../design/format/format-number.ts';
import type { Results } from '../results.ts';

const engines: Readonly<Record<Results['engine'], string>> = {
  sequential:
    'Sequential: intervals and p-values are valid at any time (asymptotic confidence sequences, Waudby-Smith et al. 2024), so you can check results and stop whenever you like.',
  fixed: 'Fixed horizon: Welch’s test, valid for one analysis after the planned days.',
  bayesian: 'Bayesian: probabilities with a flat prior. They do not protect against stopping early.',
};

const corrections: Readonly<Record<Results['analysis']['correction'], string>> = {
  holm: 'Holm’s correction controls the family-wise error rate over all primary and secondary metrics.',
  benjamini_hochberg: 'The Benjamini–Hochberg correction controls the false discovery rate.',
  none: 'No correction for multiple comparisons.',
};

/** How the experiment is judged, in a paragraph. */
export function engineWords({ engine, confidence_level, analysis }: Results): string {
  const level = `Confidence level ${formatPercent(confidence_level * 100)}, at least ${formatCount(analysis.min_units, 'unit')} per variant.`;
  const cuped =
    analysis.covariate_days === 0
      ? ''
      : ` CUPED with the ${formatCount(analysis.covariate_days, 'day')} before exposure.`;
  const cap =
    analysis.cap_quantile === null
      ? ''
      : ` Values above the ${formatPercent(analysis.cap_quantile * 100)} quantile are capped.`;
  return `${engines[engine]} ${level} ${corrections[analysis.correction]}${cuped}${cap} Guardrails use a separate one-sided test that is always valid.`;
}
