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
    variant === undefined ? ['with the new value', 'without it'] : [`in ${variant}`, 'in the control'];
  const users = variant === undefined ? 'users' : 'units';
  const armOf = ({ units, value }: GuardrailEvidence['control'], where: string): string => {
    const size = `${units.toLocaleString('en-US')} ${users}`;
    return isShare ? `${shown(value)} of ${size} ${where}` : `${shown(value)} ${where} (${size})`;
  };
  const [one, other] = [armOf(treatment, withIt), armOf(control, without)];
  const arms = isShare ? `${title}, ${one}, ${other}` : `${title} is ${one} and ${other}`;
  const p = pValue === null ? '' : ` (${pValue < 0.0001 ? 'p < 0.0001' : `p = ${pValue.toPrecision(2)}`})`;
  return { title, reason: `Guardrail breached: ${arms}${p}.` };
}

function titleOf({ name, eventName, metricType }: Pick<Metric, 'name' | 'eventName' | 'metricType'>): string {
  if (name !== null) return name;
  const builtIn = builtInMetric(eventName);
  if (builtIn !== undefined) return /^p\d/.test(metricType) ? `${builtIn.name} ${metricType}` : builtIn.name;
  return metricType === 'conversion' ? eventName : `${eventName} (${metricType})`;
}

const isShareOf = ({ eventName, metricType }: Pick<Metric, 'eventName' | 'metricType'>): boolean =>
  metricType === 'conversion' || builtInMetric(eventName)?.unit_of_value === 'share';

const rounded = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 4 });
