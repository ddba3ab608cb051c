import { builtInMetric } from '@lamppost/protocol';
import type { Metric } from '../experiments/experiment-store.ts';
import type { GuardrailEvidence } from './guardrail-evidence.ts';

/** What a guardrail is called, and why it stopped a rollout, in a sentence for the change log. */
export function describeBreach(
  guardrail: Pick<Metric, 'name' | 'eventName' | 'metricType'>,
  { treatment, control, pValue }: Pick<GuardrailEvidence, 'treatment' | 'control' | 'pValue'>,
  /** Of an experiment; absent: of a rollout. */
  variant?: string,
): { readonly title: string; readonly reason: string } {
  const title = titleOf(guardrail);
  const isShare = isShareOf(guardrail);
  const unit = builtInMetric(guardrail.eventName)?.unit_of_value === 'ms' ? ' ms' : '';
  const shown = (value: number | null): string => {
    if (value === null) return 'none';
    return isShare ? `${rounded(value * 100)} %` : `${rounded(value)}${unit}`;
  };
  const [withIt, without] =
    variant === undefined
      ? [`${treatment.units} users with the new value`, `${control.units} without`]
      : [`${treatment.units} in ${variant}`, `${control.units} in the control`];
  const arms = `${shown(treatment.value)} of ${withIt}, ${shown(control.value)} of ${without}`;
  const p = pValue === null ? '' : ` (${pValue < 0.0001 ? 'p < 0.0001' : `p = ${pValue.toPrecision(2)}`})`;
  return { title, reason: `Guardrail breached: ${title}, ${arms}${p}.` };
}

function titleOf({ name, eventName, metricType }: Pick<Metric, 'name' | 'eventName' | 'metricType'>): string {
  if (name !== null) return name;
  const builtIn = builtInMetric(eventName);
  if (builtIn !== undefined) return /^p\d/.test(metricType) ? `${builtIn.name} ${metricType}` : builtIn.name;
  return metricType === 'conversion' ? eventName : `${eventName} (${metricType})`;
}

const isShareOf = ({ eventName, metricType }: Pick<Metric, 'eventName' | 'metricType'>): boolean =>
  metricType === 'conversion' || builtInMetric(eventName)?.unit_of_value === 'share';

const rounded = (value: number): string => String(Number(value.toPrecision(4)));
