import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flatten/flat-insight.ts';
import { flattenDistribution } from './flatten/flatten-distribution.ts';
import { type FunnelAnswer, flattenFunnel } from './flatten/flatten-funnel.ts';
import { flattenLifecycle } from './flatten/flatten-lifecycle.ts';
import { flattenLift } from './flatten/flatten-lift.ts';
import { flattenMeasures } from './flatten/flatten-measures.ts';
import { flattenRetention } from './flatten/flatten-retention.ts';
import { flattenStickiness } from './flatten/flatten-stickiness.ts';

/** The results of insights in wire form, as far as a table needs them. */
type InsightResult =
  | FunnelAnswer
  | Wire['RetentionResult']
  | Wire['LifecycleResult']
  | Wire['StickinessResult']
  | Wire['DistributionResult']
  | Wire['MeasureResult']
  | Wire['ExperimentLiftResult']
  | {
      readonly kind: 'paths';
      readonly nodes: readonly { readonly id: string; readonly event: string; readonly step: number }[];
      readonly links: readonly { readonly source: string; readonly target: string; readonly count: number }[];
    };

/** One row for each figure, so that the columns do not depend on the data. */
export function flattenInsight(resultJson: string): FlatInsight {
  const result = JSON.parse(resultJson) as InsightResult;
  switch (result.kind) {
    case 'funnel':
      return flattenFunnel(result);
    case 'retention':
      return flattenRetention(result);
    case 'lifecycle':
      return flattenLifecycle(result);
    case 'stickiness':
      return flattenStickiness(result);
    case 'distribution':
      return flattenDistribution(result);
    case 'crash_free':
    case 'crashes':
    case 'performance':
      return flattenMeasures(result);
    case 'experiment':
      return flattenLift(result);
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
