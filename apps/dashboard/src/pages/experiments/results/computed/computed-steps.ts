import { formatExactNumber, formatPercent } from '../../../../design/format/format-number.ts';
import { formatP } from '../result-words.ts';
import type { MetricResult, Results, VariantResult } from '../results.ts';

/** One line of a calculation: what it is, how it is worked out, and with the numbers put in. */
export interface ComputedStep {
  readonly what: string;
  readonly formula: string;
  readonly numbers: string;
}

const num = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.001
    ? value.toExponential(3)
    : value.toLocaleString('en', { maximumSignificantDigits: 6 });

const signed = (value: number): string => (value < 0 ? `−${num(-value)}` : num(value));
/** In brackets where it is negative: `5 − (−2)`. */
const term = (value: number): string => (value < 0 ? `(${signed(value)})` : num(value));

const valueFormulas: Readonly<Record<MetricResult['metric_type'], string>> = {
  conversion: 'p = converted units / n',
  count: 'm = Σ events / n',
  sum: 'm = Σ sums of units / n',
  average: 'm = Σ means of units / n, of units with a value',
  p50: 'q = the value at rank 0.50 · observations',
  p95: 'q = the value at rank 0.95 · observations',
  p99: 'q = the value at rank 0.99 · observations',
  ratio: 'R = Σ y / Σ x',
};

/** The control and one treatment, from their values to the decision. Steps without numbers are left out. */
export function computedSteps(results: Results, metric: MetricResult, treatment: VariantResult): ComputedStep[] {
  const control = metric.variants.find(({ decision }) => decision === 'control');
  if (control === undefined || control.value === null || treatment.value === null) return [];
  return [
    ...valueSteps(metric, control, treatment),
    ...differenceSteps(results, control, treatment),
    ...liftSteps(control, treatment),
    ...(metric.is_guardrail ? guardrailSteps(metric, treatment, results) : testSteps(results, treatment)),
    ...chanceSteps(metric, control, treatment),
  ];
}

function valueSteps(metric: MetricResult, control: VariantResult, treatment: VariantResult): ComputedStep[] {
  const steps: ComputedStep[] = [control, treatment].map((variant) => ({
    what: `Value of ${variant.variant_key}`,
    formula: valueFormulas[metric.metric_type],
    numbers:
      metric.metric_type === 'conversion' && variant.value !== null
        ? `${formatExactNumber(Math.round(variant.value * variant.units))} / ${formatExactNumber(variant.units)} = ${num(variant.value)}`
        : `${num(variant.value ?? 0)}, n = ${formatExactNumber(variant.units)}`,
  }));
  if (metric.cap !== null) {
    steps.push({ what: 'Cap', formula: 'min(total of a unit, cap)', numbers: `cap = ${num(metric.cap)}` });
  }
  if (metric.theta !== null && control.adjusted_value !== null && treatment.adjusted_value !== null) {
    steps.push({
      what: 'Adjusted for pre-exposure behaviour (CUPED)',
      formula: 'm − θ · (pre-exposure mean of the variant − overall pre-exposure mean)',
      numbers: `θ = ${signed(metric.theta)}: ${num(control.adjusted_value)} and ${num(treatment.adjusted_value)}; ${formatPercent((metric.variance_reduction ?? 0) * 100)} less variance`,
    });
  }
  return steps;
}

const judgedValue = ({ adjusted_value, value }: VariantResult): number => adjusted_value ?? value ?? 0;

/** Of the difference; null where one of the two has none. */
const standardErrorOf = (control: VariantResult, treatment: VariantResult): number | null =>
  control.standard_error === null || treatment.standard_error === null
    ? null
    : Math.hypot(control.standard_error, treatment.standard_error);

function differenceSteps(results: Results, control: VariantResult, treatment: VariantResult): ComputedStep[] {
  const difference = treatment.lift_abs;
  const error = standardErrorOf(control, treatment);
  if (difference === null || error === null) return [];
  const steps: ComputedStep[] = [
    {
      what: 'Difference',
      formula: 'd = treatment − control',
      numbers: `${num(judgedValue(treatment))} − ${term(judgedValue(control))} = ${signed(difference)}`,
    },
    {
      what: 'Standard error',
      formula: 'se = √(se_t² + se_c²)',
      numbers: `√(${num(treatment.standard_error ?? 0)}² + ${num(control.standard_error ?? 0)}²) = ${num(error)}`,
    },
  ];
  const range = treatment.interval_abs;
  if (range === null || error === 0) return steps;
  const reach = (range[1] - range[0]) / 2 / error;
  const percent = formatPercent(results.confidence_level * 100);
  steps.push(
    { what: `Critical value at ${percent}`, formula: reachFormulas[results.engine], numbers: `q = ${num(reach)}` },
    {
      what: 'Confidence interval of the difference',
      formula: 'd ± q · se',
      numbers: `${signed(difference)} ± ${num(reach)} · ${num(error)} = ${signed(range[0])} to ${signed(range[1])}`,
    },
  );
  return steps;
}

const reachFormulas: Readonly<Record<Results['engine'], string>> = {
  sequential: 'q = √(2(nρ² + 1)/(nρ²) · ln(√(nρ² + 1)/α)), n = units of both, always valid',
  fixed: 'q = quantile of Student’s t at 1 − α/2, for one analysis at the end',
  bayesian: 'q = quantile of the normal distribution at 1 − α/2, flat prior',
};

function liftSteps(control: VariantResult, treatment: VariantResult): ComputedStep[] {
  if (treatment.lift_rel === null || treatment.lift_abs === null) return [];
  const range = treatment.interval;
  return [
    {
      what: 'Relative lift',
      formula: 'lift = d / |control|',
      numbers: `${signed(treatment.lift_abs)} / ${num(Math.abs(judgedValue(control)))} = ${signed(treatment.lift_rel)}`,
    },
    ...(range === null
      ? []
      : [
          {
            what: 'Confidence interval of the lift',
            formula: 'lift ± q · √(se_t² + r² · se_c²) / |control|, r = treatment / control',
            numbers: `${signed(range[0])} to ${signed(range[1])}`,
          },
        ]),
  ];
}

const correctionWords: Readonly<Record<Results['analysis']['correction'], string>> = {
  holm: 'by Holm, over all comparisons',
  benjamini_hochberg: 'by Benjamini and Hochberg, over all comparisons',
  none: 'none',
};

function testSteps(results: Results, treatment: VariantResult): ComputedStep[] {
  if (treatment.p_value === null) return [];
  const alpha = 1 - results.confidence_level;
  const decides = treatment.adjusted_p_value ?? treatment.p_value;
  return [
    {
      what: 'p-value',
      formula:
        results.engine === 'sequential'
          ? '√(nρ² + 1) · exp(−z² · nρ² / (2(nρ² + 1))), z = d / se, at most 1'
          : 'probability of a z = d / se at least as far from 0',
      numbers: `p = ${formatP(treatment.p_value)}`,
    },
    {
      what: 'Corrected for multiple comparisons',
      formula: correctionWords[results.analysis.correction],
      numbers: `p = ${formatP(decides)}, ${decides <= alpha ? 'at most' : 'above'} α = ${num(Number(alpha.toFixed(6)))}`,
    },
  ];
}

function guardrailSteps(metric: MetricResult, treatment: VariantResult, results: Results): ComputedStep[] {
  if (treatment.p_value === null) return [];
  const alpha = Number((1 - results.confidence_level).toFixed(6));
  return [
    {
      what: 'p-value of harm',
      formula: '1 / (2/√(nρ² + 1) · exp(x²/2) · Φ(x)), x = z√(nρ²/(nρ² + 1)), z = (harm − margin) / se',
      numbers: `margin ${formatPercent(metric.margin * 100)} of the control: p = ${formatP(treatment.p_value)}, ${treatment.p_value <= alpha ? 'at most' : 'above'} α = ${num(alpha)}`,
    },
  ];
}

function chanceSteps(metric: MetricResult, control: VariantResult, treatment: VariantResult): ComputedStep[] {
  const error = standardErrorOf(control, treatment);
  if (treatment.chance_to_beat === null || treatment.lift_abs === null || error === null || error === 0) return [];
  const sign = metric.direction === 'increase' ? '' : '−';
  return [
    {
      what: 'Chance to beat control',
      formula: metric.direction === 'increase' ? 'Φ(d / se), flat prior' : 'Φ(−d / se), flat prior: lower is better',
      numbers:
        `Φ(${sign}(${signed(treatment.lift_abs)}) / ${num(error)}) = ${formatPercent(treatment.chance_to_beat * 100)}`.replace(
          /= ([<>])/,
          '$1',
        ),
    },
    ...(treatment.expected_loss === null
      ? []
      : [
          {
            what: 'Expected loss',
            formula: 'se · φ(z) − d · Φ(−z): average loss per unit if it is worse',
            numbers: num(treatment.expected_loss),
          },
        ]),
  ];
}
