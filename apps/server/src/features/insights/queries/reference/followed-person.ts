import type { Valued } from './events.reference.ts';

/** How far a person got through a funnel. */
export interface Followed {
  readonly events: readonly Valued[];
  /** Of the attempt that counts, up to its last step that counts. */
  readonly times: readonly number[];
  readonly reached: readonly { readonly atMs: number; readonly tookMs: number }[];
  /** The smallest value at the end. */
  readonly endValue: string | undefined;
}

export interface FollowedPerson extends Followed {
  readonly value: string | undefined;
}
