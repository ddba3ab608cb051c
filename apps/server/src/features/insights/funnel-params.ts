import { type CompleteFunnel, eventNames } from '@lamppost/protocol';
import type { FunnelParams, FunnelStep, FunnelView } from './queries/funnels/funnel-definition.ts';
import type { InsightFilter, InsightParams } from './queries/insight-params.ts';

type ReadFilters = (filters: CompleteFunnel['filters'], at: string) => Promise<readonly InsightFilter[]>;

/** A funnel in the words of the store. */
export async function funnelParams(
  query: CompleteFunnel,
  shared: InsightParams,
  readFilters: ReadFilters,
  at: string,
): Promise<FunnelParams> {
  const { conversionWindow, breakdownProperty, breakdownAttribution, order, holdConstant, exclusions = [] } = query;
  const stepOf = async ({ event, filters }: CompleteFunnel['steps'][number], place: string): Promise<FunnelStep> => ({
    events: eventNames(event),
    filters: await readFilters(filters, place),
  });
  const view = viewOf(query);
  return {
    ...shared,
    steps: await Promise.all(query.steps.map((step, index) => stepOf(step, `${at}.steps.${index}.filters`))),
    windowMs: durationMs(conversionWindow),
    conversionWindow,
    exclusions: await Promise.all(
      exclusions.map(async ({ fromStep, toStep, ...event }, index) => ({
        ...(await stepOf(event, `${at}.exclusions.${index}.filters`)),
        fromStep,
        toStep,
      })),
    ),
    ...(breakdownProperty !== undefined && { breakdownField: breakdownProperty }),
    ...(breakdownAttribution !== undefined && { attribution: breakdownAttribution }),
    ...(order !== undefined && { order }),
    ...(holdConstant !== undefined && { holdField: holdConstant }),
    ...(view !== undefined && { view }),
  };
}

function viewOf({ view, interval = 'day', correlate }: CompleteFunnel): FunnelView | undefined {
  switch (view) {
    case 'trend':
      return { kind: view, interval };
    case 'times':
      return { kind: view };
    case 'correlation':
      return { kind: view, events: correlate?.events ?? true, fields: [...new Set(correlate?.fields)] };
    default:
      return undefined;
  }
}

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/** Of `7d`, `24h`, `30m`. */
const durationMs = (text: string): number => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs];
