import type { ApiProblem } from '../../api/api-problem.ts';
import type { TimeRange } from '../../navigation/time-range.ts';
import type { Insight } from '../insight.ts';
import { DistributionBuilder } from './distribution-builder.tsx';
import { FunnelBuilder } from './funnel-builder.tsx';
import { PathsBuilder } from './paths-builder.tsx';
import { PeriodsBuilder } from './periods-builder.tsx';
import { RetentionBuilder } from './retention-builder.tsx';
import { TrendsBuilder } from './trends-builder.tsx';

export interface InsightBuilderProps {
  /** Every kind but SQL, which has an editor: see sql/sql-editor.tsx. */
  readonly insight: Exclude<Insight, { kind: 'sql' }>;
  readonly onChange: (insight: Exclude<Insight, { kind: 'sql' }>) => void;
  /** What the query will be asked about; it decides which intervals there are. */
  readonly range: TimeRange;
  /** What the server said about the query, to be shown where it belongs. */
  readonly problem?: ApiProblem | null | undefined;
}

/** A query as a sentence of pills. */
export function InsightBuilder({ insight, onChange, range, problem }: InsightBuilderProps) {
  switch (insight.kind) {
    case 'timeseries':
      return <TrendsBuilder insight={insight} onChange={onChange} range={range} problem={problem} />;
    case 'funnel':
      return <FunnelBuilder insight={insight} onChange={onChange} />;
    case 'retention':
      return <RetentionBuilder insight={insight} onChange={onChange} />;
    case 'paths':
      return <PathsBuilder insight={insight} onChange={onChange} />;
    case 'lifecycle':
      return <PeriodsBuilder insight={insight} onChange={onChange} />;
    case 'stickiness':
      return <PeriodsBuilder insight={insight} onChange={onChange} />;
    case 'distribution':
      return <DistributionBuilder insight={insight} onChange={onChange} />;
  }
}
