import type { Wire } from '@lamppost/protocol';
import { columns, type FlatInsight } from './flat-insight.ts';

export type FunnelAnswer = Extract<Wire['InsightAnswer']['data'], { kind: 'funnel' }>;
type Steps = Pick<Wire['FunnelResult'], 'steps'>;

/** A row for each step, bucket, bar, or event and value that was compared. */
export function flattenFunnel(answer: FunnelAnswer): FlatInsight {
  if (!('view' in answer)) return flattenSteps(answer);
  switch (answer.view) {
    case 'trend':
      return {
        columns: columns({ bucket: 'timestamp', entered: 'integer', converted: 'integer', percentage: 'number' }),
        rows: answer.points.map(({ bucketIso, entered, converted, percentage }) => [
          Date.parse(bucketIso),
          entered,
          converted,
          percentage,
        ]),
      };
    case 'times':
      return {
        columns: columns({ from_seconds: 'number', to_seconds: 'number', count: 'integer' }),
        rows: answer.bars.map(({ fromSeconds, toSeconds, count }) => [fromSeconds, toSeconds, count]),
      };
    case 'correlation':
      return {
        columns: columns({
          event: 'text',
          field: 'text',
          value: 'text',
          converted: 'integer',
          not_converted: 'integer',
          odds_ratio: 'number',
          p_value: 'number',
          adjusted_p_value: 'number',
        }),
        rows: answer.rows.map((row) => [
          row.event ?? null,
          row.field ?? null,
          row.value ?? null,
          row.converted,
          row.notConverted,
          row.oddsRatio,
          row.pValue,
          row.adjustedPValue,
        ]),
      };
  }
}

const flattenSteps = ({ steps, breakdown = [] }: Wire['FunnelResult']): FlatInsight => ({
  columns: columns({
    breakdown: 'text',
    step: 'integer',
    event: 'text',
    count: 'integer',
    percentage: 'number',
    drop_off: 'number',
    median_seconds_from_previous: 'number',
  }),
  rows: [stepRows(null, { steps }), ...breakdown.map((part) => stepRows(part.name, part))].flat(),
});

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
