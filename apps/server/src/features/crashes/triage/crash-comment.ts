import type { Actor } from '../../../control/actor.ts';

/** What somebody wrote about a crash group: plain text. */
export interface CrashComment {
  readonly id: string;
  readonly author: Actor;
  readonly text: string;
  readonly createdAtMs: number;
}

export const MAX_COMMENTS_OF_GROUP = 1_000;
