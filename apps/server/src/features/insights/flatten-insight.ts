import { flatColumns as columns, type FlatInsight } from './flat-insight.ts';
import { type FunnelAnswer, flattenFunnel } from './flatten-funnel.ts';

/** The results of insights in wire form, as far as a table needs them. */
type InsightResult =
  | {
      readonly kind: 'timeseries';
      readonly series: readonly {
        readonly name: string;
        readonly points: readonly { readonly bucketIso: string; readonly value: number }[];
      }[];
    }
  | FunnelAnswer
  | {
      readonly kind: 'retention';
      readonly cohorts: readonly {
        readonly period: string;
        readonly size: number;
        readonly retention: readonly (number | null)[];
      }[];
    }
  | {
      readonly kind: 'paths';
      readonly nodes: readonly { readonly id: string; readonly event: string; readonly step: number }[];
      readonly links: readonly { readonly source: string; readonly target: string; readonly count: number }[];
    };

/** One row for each figure, so that the columns do not depend on the data. */
export function flattenInsight(resultJson: string): FlatInsight {
  const result = JSON.parse(resultJson) as InsightResult;
  switch (result.kind) {
    case 'timeseries':
      return {
        columns: columns({ bucket: 'timestamp', series: 'text', value: 'number' }),
        rows: result.series.flatMap(({ name, points }) =>
          points.map(({ bucketIso, value }) => [Date.parse(bucketIso), name, value]),
        ),
      };
    case 'funnel':
      return flattenFunnel(result);
    case 'retention':
      return {
        columns: columns({ period: 'timestamp', size: 'integer', offset: 'integer', retention: 'number' }),
        rows: result.cohorts.flatMap(({ period, size, retention }) =>
          retention.map((share, offset) => [Date.parse(period), size, offset, share]),
        ),
      };
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
