import type { Actor } from '../../control/actor.ts';

export interface Holdout {
  readonly projectId: string;
  /** Hashed: as long as it is the same, so are the people. */
  readonly id: string;
  /** 0: nobody is held out. */
  readonly percentage: number;
  /** Since when somebody is; null while nobody is. */
  readonly beganAtMs: number | null;
  readonly updatedAtMs: number;
}

export interface HoldoutChange {
  readonly percentage: number;
  /** Other people from now on. */
  readonly reshuffle?: boolean;
}

/**
 * The share of a project's people who are in no experiment, nor get the winners of those that completed since it began.
 *
 * Promises:
 * - a percentage from 0 to 50 (Unacceptable 'percentage');
 * - the id is made with the first percentage and kept, through 0 as well, until somebody asks for other people;
 * - it begins when somebody is held out and nobody was, and when the people are others;
 * - a change moves the version of every environment of the project; one that changes nothing does not.
 */
export interface HoldoutStore {
  /** Undefined for a project that never had one. */
  find(projectId: string): Promise<Holdout | undefined>;
  /** Undefined when there was none and none is asked for. */
  set(projectId: string, change: HoldoutChange, actor: Actor): Promise<Holdout | undefined>;
}
