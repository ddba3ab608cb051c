import type { Wire } from '@lamppost/protocol';
import type { Tone } from '../../design/primitives/status-badge.tsx';

type CohortRow = Wire['CohortRow'];

export const kindWords: Readonly<Record<CohortRow['kind'], { readonly label: string; readonly hint: string }>> = {
  behaviour: { label: 'Behaviour', hint: 'By what people did' },
  attributes: { label: 'Attributes', hint: 'By user attributes and latest event' },
  list: { label: 'List', hint: 'User ids that you add or import' },
  query: { label: 'Query', hint: 'Saved from a result in Explore' },
};

/** The state of a cohort in a word. */
export function statusOf(cohort: Pick<CohortRow, 'archived_at' | 'status'>): {
  readonly tone: Tone;
  readonly label: string;
} {
  if (cohort.archived_at !== null) return { tone: 'neutral', label: 'Archived' };
  if (cohort.status === 'failed') return { tone: 'bad', label: 'Failed' };
  return cohort.status === 'waiting' ? { tone: 'neutral', label: 'Computing' } : { tone: 'good', label: 'Ready' };
}
