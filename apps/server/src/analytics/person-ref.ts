export type PersonKind = 'user' | 'anonymous' | 'device';

/** A user and an anonymous id of the same text are two persons. */
export interface PersonRef {
  readonly kind: PersonKind;
  readonly id: string;
}

/** Every id under which rows of a person are stored. */
export interface PersonIds {
  readonly userId: string | null;
  /** Those whose events without a user id are this person's. */
  readonly anonymousIds: readonly string[];
  /** Those that this person was the last to use. */
  readonly deviceIds: readonly string[];
}
