import type { TimeRange } from '../../navigation/time-range.ts';
import { type Insight, MAX_SERIES } from '../insight.ts';
import { FunnelBuilder } from './funnel-builder.tsx';
import { PathsBuilder } from './paths-builder.tsx';
import { RetentionBuilder } from './retention-builder.tsx';
import { TrendsBuilder } from './trends-builder.tsx';

export interface InsightBuilderProps {
  /** Every kind but SQL, which has an editor: see sql/sql-editor.tsx. */
  readonly insight: Exclude<Insight, { kind: 'sql' }>;
  readonly onChange: (insight: Exclude<Insight, { kind: 'sql' }>) => void;
  /** What the query will be asked about; it decides which intervals there are. */
  readonly range: TimeRange;
  /** 1 where a query is one query, as in a widget. */
  readonly maxSeries?: number | undefined;
  readonly canCompare?: boolean | undefined;
}

/** A query as a sentence of pills. */
export function InsightBuilder(props: InsightBuilderProps) {
  const { insight, onChange, range, maxSeries = MAX_SERIES, canCompare = true } = props;
  switch (insight.kind) {
    case 'timeseries':
      return (
        <TrendsBuilder
          insight={insight}
          onChange={onChange}
          range={range}
          maxSeries={maxSeries}
          canCompare={canCompare}
        />
      );
    case 'funnel':
      return <FunnelBuilder insight={insight} onChange={onChange} />;
    case 'retention':
      return <RetentionBuilder insight={insight} onChange={onChange} />;
    case 'paths':
      return <PathsBuilder insight={insight} onChange={onChange} />;
  }
}
