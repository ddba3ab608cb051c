import type { ExperimentVariant } from '@lamppost/sdk-core';
import type { LamppostClient } from './lamppost-client.ts';

/** Flags and experiments, read without telling of an exposure. The same objects, for as long as they say the same. */
export interface FlagReading {
  /** Undefined: there is no such flag. */
  flag(key: string): unknown;
  flags(): Readonly<Record<string, unknown>>;
  experiment(key: string): ExperimentVariant | null;
  isReady(): boolean;
}

/** What components read. */
export interface FlagStore {
  /** Undefined where there is none: while a server renders. */
  readonly client: LamppostClient | undefined;
  /** As it is. */
  readonly now: FlagReading;
  /** As a server rendered it: what a page is hydrated with, however late. */
  readonly rendered: FlagReading;
  /** Calls back when `now` may say something else. */
  subscribe(listener: () => void): () => void;
}
