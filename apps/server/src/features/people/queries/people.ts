import type { JsonPage, PageRequest } from '../../../analytics/json-page.ts';
import type { PersonIds, PersonKind, PersonRef } from '../../../analytics/person-ref.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

export interface PersonSummary extends PersonRef {
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly eventCount: number;
  /** As last seen; null when no event said. */
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
}

/** Who was there? Whoever was active last comes first. */
export interface PeopleQuestion {
  readonly scope: Scope;
  /** Part of an id of the person, letter by letter. */
  readonly search?: string;
  /** Users who are looked for besides. */
  readonly userIds?: readonly string[];
  readonly page: PageRequest;
}

export interface PeoplePage {
  readonly rows: readonly PersonSummary[];
  readonly nextCursor: string | null;
}

/** Whose id is this? A user id, an anonymous id or a device id. */
export interface PersonQuestion {
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
export type PersonAnswer = PersonProfile | undefined;

export interface PersonProfile extends PersonRef {
  readonly ids: PersonIds;
  readonly firstSeenMs: number | null;
  readonly lastSeenMs: number | null;
  readonly eventCount: number;
  readonly sessionCount: number;
}

/** What did the person do, and where did it crash? Newest first. */
export interface TimelineQuestion {
  readonly scope: Scope;
  readonly ids: PersonIds;
  readonly page: PageRequest;
}

export type PersonTable = 'events' | 'crashes' | 'metrics' | 'failed_events' | 'links' | 'device_facts';

/**
 * Stands between the rows of an answer. Stored JSON came out of lines, so no row holds a raw newline: whoever wants the
 * rows one by one needs no parser, and long integers keep their digits.
 */
export const ROW_SEPARATOR = ',\n';

/** Everything that is stored of the person, table by table. */
export interface PersonRowsQuestion extends TimelineQuestion {
  readonly table: PersonTable;
}

export const peopleQuery = defineQuery<PeopleQuestion, PeoplePage>('people');
export const personQuery = defineQuery<PersonQuestion, PersonAnswer>('person');
export const timelineQuery = defineQuery<TimelineQuestion, JsonPage>('timeline');
export const personRowsQuery = defineQuery<PersonRowsQuestion, JsonPage>('personRows');
