import type { EventInsightQuery, Wire } from '@lamppost/protocol';
import type { BehindOf, PeopleBehind } from '../queries/people/people-behind.ts';

export type QueryWithPeople = EventInsightQuery;
export type PointMember = keyof Wire['InsightAt'];

/** Notes what is wrong with a member of `at`. */
export type Blame = (member: PointMember, what: string) => void;

type QueryOf<Kind extends PeopleBehind['kind']> = Extract<QueryWithPeople, { readonly kind: Kind }>;

/** What `at` means for a kind of query. */
export interface PointReader<Kind extends PeopleBehind['kind']> {
  readonly members: readonly PointMember[];
  /**
   * Values of the query's members with which its people can be listed. All members are named, so that none that is added
   * to a query is passed over here, and other people listed than those who were counted.
   */
  readonly takes: { readonly [Member in keyof QueryOf<Kind>]-?: 'any' | readonly unknown[] };
  readonly read: (query: QueryOf<Kind>, at: Wire['InsightAt'], blame: Blame) => BehindOf<Kind>['point'];
}
