import type { TimeRange } from '../../navigation/time-range.ts';
import { MAX_SERIES, type Question } from '../question.ts';
import { FunnelBuilder } from './funnel-builder.tsx';
import { PathsBuilder } from './paths-builder.tsx';
import { RetentionBuilder } from './retention-builder.tsx';
import { TrendsBuilder } from './trends-builder.tsx';

export interface QuestionBuilderProps {
  /** Every kind but SQL, which has an editor: see sql/sql-editor.tsx. */
  readonly question: Exclude<Question, { kind: 'sql' }>;
  readonly onChange: (question: Exclude<Question, { kind: 'sql' }>) => void;
  /** What the question will be asked about; it decides which intervals there are. */
  readonly range: TimeRange;
  /** 1 where a question is one query, as in a widget. */
  readonly maxSeries?: number | undefined;
  readonly canCompare?: boolean | undefined;
}

/** A question as a sentence of pills. */
export function QuestionBuilder(props: QuestionBuilderProps) {
  const { question, onChange, range, maxSeries = MAX_SERIES, canCompare = true } = props;
  switch (question.kind) {
    case 'timeseries':
      return (
        <TrendsBuilder
          question={question}
          onChange={onChange}
          range={range}
          maxSeries={maxSeries}
          canCompare={canCompare}
        />
      );
    case 'funnel':
      return <FunnelBuilder question={question} onChange={onChange} />;
    case 'retention':
      return <RetentionBuilder question={question} onChange={onChange} />;
    case 'paths':
      return <PathsBuilder question={question} onChange={onChange} />;
  }
}
