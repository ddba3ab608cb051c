import { ChoicePill } from '../../../insights/builders/choice-pill.tsx';
import type { CohortRange } from './cohort-draft.ts';
import { describeRange } from './describe-range.ts';

const lasts = ['24h', '7d', '14d', '30d', '90d', '365d'] as const;

export interface WithinPillProps {
  readonly value: CohortRange | undefined;
  readonly onChange: (range: CohortRange | undefined) => void;
}

/** When it counts. A range that came from elsewhere can be kept. */
export function WithinPill({ value, onChange }: WithinPillProps) {
  const ranges = lasts.map((last): CohortRange => ({ kind: 'relative', last }));
  const isUsual = value?.kind === 'relative' && lasts.some((last) => last === value.last);
  const offered = value === undefined || isUsual ? ranges : [...ranges, value];
  const choices = [
    { value: 'any', label: 'at any time' },
    ...offered.map((range) => ({ value: JSON.stringify(range), label: describeRange(range).trim() })),
  ];
  return (
    <ChoicePill
      label="Time"
      value={value === undefined ? 'any' : JSON.stringify(value)}
      choices={choices}
      onChange={(chosen) => onChange(chosen === 'any' ? undefined : (JSON.parse(chosen) as CohortRange))}
    />
  );
}
