import { builtInMetric } from '@lamppost/protocol';
import type { Guardrail, GuardrailEvidence } from './guardrail.ts';

/** What a guardrail is called, and why it stopped a rollout, in a sentence for the change log. */
export function describeBreach(
  guardrail: Pick<Guardrail, 'name' | 'eventName' | 'metricType'>,
  { treatment, control, pValue }: Pick<GuardrailEvidence, 'treatment' | 'control' | 'pValue'>,
): { readonly title: string; readonly reason: string } {
  const title = titleOf(guardrail);
  const isShare = isShareOf(guardrail);
  const unit = builtInMetric(guardrail.eventName)?.unit_of_value === 'ms' ? ' ms' : '';
  const shown = (value: number | null): string => {
    if (value === null) return 'none';
    return isShare ? `${rounded(value * 100)} %` : `${rounded(value)}${unit}`;
  };
  const arms = `${shown(treatment.value)} of ${treatment.units} users with the new value, ${shown(control.value)} of ${control.units} without`;
  const p = pValue === null ? '' : ` (p = ${pValue.toPrecision(2)})`;
  return { title, reason: `Guardrail breached: ${title}, ${arms}${p}.` };
}

export function titleOf({ name, eventName, metricType }: Pick<Guardrail, 'name' | 'eventName' | 'metricType'>): string {
  if (name !== null) return name;
  const builtIn = builtInMetric(eventName);
  if (builtIn !== undefined) return /^p\d/.test(metricType) ? `${builtIn.name} ${metricType}` : builtIn.name;
  return metricType === 'conversion' ? eventName : `${eventName} (${metricType})`;
}

const isShareOf = ({ eventName, metricType }: Pick<Guardrail, 'eventName' | 'metricType'>): boolean =>
  metricType === 'conversion' || builtInMetric(eventName)?.unit_of_value === 'share';

const rounded = (value: number): string => String(Number(value.toPrecision(4)));
