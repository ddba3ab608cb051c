import type { Wire } from '../schemas/index.ts';
import { fillBreakdown, fillFilter, fillShared } from './fill-shared.ts';
import type { Filled } from './filled.ts';

export interface CompleteInsightStep {
  readonly event: Wire['InsightEvent'];
  readonly filters: Wire['InsightFilter'][];
}

export type FilledFunnel = Filled<Wire['FunnelQuery'], 'filters' | 'conversionWindow'>;
export type CompleteFunnel = Omit<FilledFunnel, 'steps'> & { steps: CompleteInsightStep[] };

/** Steps are as they were sent. */
export function fillFunnel(query: Wire['FunnelQuery']): FilledFunnel {
  const { kind, conversionWindow = '7d' } = query;
  return { kind, steps: query.steps.map(fillStep), conversionWindow, ...fillShared(query), ...fillBreakdown(query) };
}

/** Steps are of one form, for those who ask it. */
export const completeFunnel = (filled: FilledFunnel): CompleteFunnel => ({
  ...filled,
  steps: filled.steps.map(completeStep),
});

function fillStep(step: Wire['InsightStep']): Wire['InsightStep'] {
  if (typeof step === 'string') return step;
  const { event, filters } = step;
  return { event, ...(filters === undefined ? {} : { filters: filters.map(fillFilter) }) };
}

const completeStep = (step: Wire['InsightStep']): CompleteInsightStep =>
  typeof step === 'string' ? { event: step, filters: [] } : { event: step.event, filters: step.filters ?? [] };
