import type { CompleteInsightQuery, Wire } from '@lamppost/protocol';
import type { BehindOf, PeopleBehind } from '../queries/people/people-behind.ts';

export type QueryWithPeople = Exclude<CompleteInsightQuery, { kind: 'sql' }>;
export type PointMember = keyof Wire['InsightAt'];

/** Notes what is wrong with a member of `at`. */
export type Blame = (member: PointMember, what: string) => void;

/** What `at` means for a kind of query. */
export interface PointReader<Kind extends PeopleBehind['kind']> {
  readonly members: readonly PointMember[];
  readonly read: (
    query: Extract<QueryWithPeople, { readonly kind: Kind }>,
    at: Wire['InsightAt'],
    blame: Blame,
  ) => BehindOf<Kind>['point'];
}
