import type { Wire } from '@lamppost/protocol';
import { RetentionTable } from '../../charts/retention-table.tsx';
import { describeInsight } from '../describe-insight.ts';
import type { RetentionInsight } from '../insight.ts';

export interface RetentionResultProps {
  readonly insight: RetentionInsight;
  readonly result: Wire['RetentionResult'];
  readonly hasHeat?: boolean | undefined;
}

export function RetentionResult({ insight, result, hasHeat }: RetentionResultProps) {
  return (
    <RetentionTable
      label={describeInsight(insight)}
      interval={result.interval}
      cohorts={result.cohorts}
      hasHeat={hasHeat}
      unit={insight.unit}
    />
  );
}
