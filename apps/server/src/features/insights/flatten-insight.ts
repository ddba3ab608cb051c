import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flatten/flat-insight.ts';
import { flattenDistribution } from './flatten/flatten-distribution.ts';
import { flattenLifecycle } from './flatten/flatten-lifecycle.ts';
import { flattenRetention } from './flatten/flatten-retention.ts';
import { flattenStickiness } from './flatten/flatten-stickiness.ts';

/** The results of insights in wire form, as far as a table needs them. */
type InsightResult =
  | ({ readonly kind: 'funnel'; readonly breakdown?: readonly (Steps & { readonly name: string })[] } & Steps)
  | Wire['RetentionResult']
  | Wire['LifecycleResult']
  | Wire['StickinessResult']
  | Wire['DistributionResult']
  | {
      readonly kind: 'paths';
      readonly nodes: readonly { readonly id: string; readonly event: string; readonly step: number }[];
      readonly links: readonly { readonly source: string; readonly target: string; readonly count: number }[];
    };

interface Steps {
  readonly steps: readonly {
    readonly event: string;
    readonly count: number;
    readonly percentage: number;
    readonly dropOff: number | null;
    readonly medianSecondsFromPrevious: number | null;
  }[];
}

/** One row for each figure, so that the columns do not depend on the data. */
export function flattenInsight(resultJson: string): FlatInsight {
  const result = JSON.parse(resultJson) as InsightResult;
  switch (result.kind) {
    case 'funnel':
      return {
        columns: columns({
          breakdown: 'text',
          step: 'integer',
          event: 'text',
          count: 'integer',
          percentage: 'number',
          drop_off: 'number',
          median_seconds_from_previous: 'number',
        }),
        rows: [stepRows(null, result), ...(result.breakdown ?? []).map((part) => stepRows(part.name, part))].flat(),
      };
    case 'retention':
      return flattenRetention(result);
    case 'lifecycle':
      return flattenLifecycle(result);
    case 'stickiness':
      return flattenStickiness(result);
    case 'distribution':
      return flattenDistribution(result);
    case 'paths': {
      const nodes = new Map(result.nodes.map((node) => [node.id, node]));
      return {
        columns: columns({ step: 'integer', from_event: 'text', to_event: 'text', count: 'integer' }),
        rows: result.links.map(({ source, target, count }) => [
          nodes.get(source)?.step ?? null,
          nodes.get(source)?.event ?? null,
          nodes.get(target)?.event ?? null,
          count,
        ]),
      };
    }
  }
}

const stepRows = (breakdown: string | null, { steps }: Steps) =>
  steps.map(({ event, count, percentage, dropOff, medianSecondsFromPrevious }, at) => [
    breakdown,
    at + 1,
    event,
    count,
    percentage,
    dropOff,
    medianSecondsFromPrevious,
  ]);
