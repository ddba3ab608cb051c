import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import type { PersonIds, PersonKind, PersonRef } from '../../../analytics/person-ref.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { CohortSource } from '../../insights/queries/insight-params.ts';

export interface PersonSummary extends PersonRef {
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly eventCount: number;
  /** As last seen; null when no event said. */
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
}

/** Who was there? Anyone who was active last comes first. */
export interface PeopleParams {
  readonly scope: Scope;
  /** Part of an id of the person, letter by letter. */
  readonly search?: string;
  /** Users who are looked for in addition. */
  readonly userIds?: readonly string[];
  readonly page: PageRequest;
}

export const peopleSorts = ['last_seen', 'first_seen', 'event_count'] as const;

/** The same in another order, or only those of a cohort: everybody has to be looked at. */
export interface RankedPeopleParams extends PeopleParams {
  readonly sort: (typeof peopleSorts)[number];
  readonly isAscending: boolean;
  readonly among?: CohortSource;
}

export interface PeoplePage {
  readonly rows: readonly PersonSummary[];
  readonly nextCursor: string | null;
}

/** Whose id is this? A user id, an anonymous id or a device id. */
export interface PersonParams {
  readonly scope: Scope;
  readonly id: string;
  /** What the id is of; absent: whatever it may be, in the order of PersonKind. */
  readonly kind?: PersonKind;
  /** What is known of it elsewhere. */
  readonly hints: {
    readonly isUser: boolean;
    readonly boundUserId?: string;
    readonly anonymousId?: string;
  };
}

/** Undefined: nobody's. */
export type PersonResult = PersonProfile | undefined;

export interface PersonProfile extends PersonRef {
  readonly ids: PersonIds;
  readonly firstSeenMs: number | null;
  readonly lastSeenMs: number | null;
  readonly eventCount: number;
  readonly sessionCount: number;
}

/** What did the person do, and where did it crash? Newest first. */
export interface TimelineParams {
  readonly scope: Scope;
  readonly ids: PersonIds;
  readonly page: PageRequest;
}

export type PersonTable = 'events' | 'crashes' | 'metrics' | 'failed_events' | 'links' | 'device_facts';

/**
 * Stands between the rows of an answer. Stored JSON came out of lines, so no row holds a raw newline: anyone who wants the
 * rows one by one needs no parser, and long integers keep their digits.
 */
export const ROW_SEPARATOR = ',\n';

/** Everything that is stored of the person, table by table. */
export interface PersonRowsParams extends TimelineParams {
  readonly table: PersonTable;
}

export const peopleQuery = defineQuery<PeopleParams, PeoplePage>('people', 'wide');
export const rankedPeopleQuery = defineQuery<RankedPeopleParams, PeoplePage>('rankedPeople', 'heavy');
export const personQuery = defineQuery<PersonParams, PersonResult>('person');
export const timelineQuery = defineQuery<TimelineParams, JsonPage>('timeline');
export const personRowsQuery = defineQuery<PersonRowsParams, JsonPage>('personRows');
