/** What a query needs to know of persons beside whose an event is, so that only what is needed is joined. */
export type PersonJoin =
  /** Whose the events are; nothing else. */
  | { readonly of: 'owner' }
  /** Columns that are read out of `attributes`, a user's at the time in question, by their names. */
  | { readonly of: 'user' | 'user_then'; readonly columns: Readonly<Record<string, string>> }
  | { readonly of: 'first_seen' };

/** What stands in a query and needs something of persons: a field, or a condition. */
export interface PersonNeeds {
  /** PERSON_ID (see persons.ts of the engine). */
  readonly isPerson: boolean;
  readonly joins?: readonly PersonJoin[] | undefined;
}

/** What a measure needs of persons beside PERSON_KEY. */
export const joinsOnly = ({ joins = [] }: Pick<PersonNeeds, 'joins'>): PersonNeeds => ({ isPerson: false, joins });

/** Needs the owner of an event and nothing else. */
export const OWNER: readonly PersonJoin[] = [{ of: 'owner' }];
