import { Unacceptable } from '../../../control/control-errors.ts';
import { readSentMetric } from '../../experiments/read-metrics.ts';
import type { Guardrail } from './guardrail.ts';
import type { NewGuardrail } from './guardrail-store.ts';

const MOST = 10;

/** Guardrails as they are kept. Throws Unacceptable, naming the one that cannot be used. */
export function readGuardrails(sent: readonly NewGuardrail[], newId: () => string): readonly Guardrail[] {
  if (sent.length > MOST) throw new Unacceptable('guardrails', `A flag can have at most ${MOST} guardrails.`);
  const ids = new Set<string>();
  return sent.map(({ id, ...metric }, index) => {
    const {
      isPrimary: _primary,
      isGuardrail: _guardrail,
      conversionWindowHours: _window,
      ...read
    } = readSentMetric(metric, `guardrails.${index}`);
    const guardrail = { ...read, id: id ?? newId() };
    if (ids.has(guardrail.id)) throw new Unacceptable(`guardrails.${index}.id`, 'Two guardrails have the same id.');
    ids.add(guardrail.id);
    return guardrail;
  });
}
