import type { Wire } from '../schemas/index.ts';
import { fillFunnelOptions } from './fill-funnel-options.ts';
import { fillBreakdown, fillFilter, fillShared } from './fill-shared.ts';
import { fillUnit } from './fill-unit.ts';
import type { Filled } from './filled.ts';

export interface CompleteInsightStep {
  readonly event: Wire['InsightEvent'];
  readonly filters: Wire['InsightFilter'][];
}

interface CompleteExclusion extends CompleteInsightStep {
  readonly fromStep: number;
  readonly toStep: number;
}

interface CompleteCorrelate {
  readonly events: boolean;
  readonly fields: string[];
}

export type FilledFunnel = Filled<Wire['FunnelQuery'], 'filters' | 'conversionWindow'>;
export type CompleteFunnel = Omit<FilledFunnel, 'steps' | 'exclusions' | 'correlate'> & {
  steps: CompleteInsightStep[];
  exclusions?: CompleteExclusion[];
  correlate?: CompleteCorrelate;
};

const defaultCorrelate: CompleteCorrelate = { events: true, fields: ['platform', 'country', 'app_version'] };

/** Steps are as they were sent, and options that were not sent are absent. */
export function fillFunnel(query: Wire['FunnelQuery']): FilledFunnel {
  const { kind, conversionWindow = '7d' } = query;
  const steps = query.steps.map(fillStep);
  return {
    kind,
    steps,
    conversionWindow,
    ...fillShared(query),
    ...fillBreakdown(query),
    ...fillFunnelOptions(query),
    ...fillUnit(query),
  };
}

/** Steps and exclusions are of one form, for those who ask it. */
export function completeFunnel({ exclusions, correlate, ...filled }: FilledFunnel): CompleteFunnel {
  const { steps, view } = filled;
  const lastStep = steps.length - 1;
  const asked = correlate ?? (view === 'correlation' ? defaultCorrelate : undefined);
  return {
    ...filled,
    steps: steps.map(completeStep),
    ...(exclusions && { exclusions: exclusions.map((exclusion) => completeExclusion(exclusion, lastStep)) }),
    ...(asked && { correlate: { events: asked.events ?? false, fields: asked.fields ?? [] } }),
  };
}

const completeExclusion = (
  { event, filters = [], fromStep = 0, toStep }: Wire['FunnelExclusion'],
  lastStep: number,
): CompleteExclusion => ({ event, filters, fromStep, toStep: toStep ?? lastStep });

function fillStep(step: Wire['InsightStep']): Wire['InsightStep'] {
  if (typeof step === 'string') return step;
  const { event, filters } = step;
  return { event, ...(filters === undefined ? {} : { filters: filters.map(fillFilter) }) };
}

const completeStep = (step: Wire['InsightStep']): CompleteInsightStep =>
  typeof step === 'string' ? { event: step, filters: [] } : { event: step.event, filters: step.filters ?? [] };
