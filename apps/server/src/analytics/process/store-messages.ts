import type { StoreStatus } from '../analytics-store.ts';
import type { SentUpTo } from '../live/fresh-events.ts';
import type { FreshRows, LiveWatch } from '../live/live-events.ts';
import type { Layout } from '../store-layout.ts';
import type { CheckpointStatus } from '../store-maintenance.ts';

/** What the store process is started with, as one JSON argument. */
export interface StoreProcessSettings {
  /** Folder that holds a folder per log. */
  readonly logFolder: string;
  /** Folder of the database file. */
  readonly storeFolder: string;
  readonly memoryLimitMb: number;
  /** What DuckDB may take in addition while heavy queries run. */
  readonly queryMemoryMb: number;
  readonly threads: number;
  /** Memory for the filter in front of the stored ids. */
  readonly filterMb: number;
  /** A backlog is loaded in transactions of this size. */
  readonly loadMb: number;
  /** So long must nothing have come before gathered rows are written and segments compressed. */
  readonly idleMs: number;
  /** After so many rows the database is closed and opened again: DuckDB's memory grows with what it has written. */
  readonly reopenAfterRows: number;
  /** And when the process is larger than this beside its buffers and filters, because much was read. */
  readonly reopenAboveMb: number;
  /** Folder of checkpoints. */
  readonly checkpointFolder: string;
  /** Between checkpoints; 0: only when asked for. */
  readonly checkpointEveryMs: number;
  /** By when the bytes of what was erased are gone from all files; 0: at once. */
  readonly eraseWithinMs: number;
  /** Rows are kept in a ClickHouse that edges share, and not in a file of this machine. Its URL is in the environment. */
  readonly isShared: boolean;
  /** Of the tables of a shared ClickHouse. */
  readonly layout?: Layout | undefined;
}

/** Where the process finds the URL of a shared store: it may hold a password, which is not for a list of processes. */
export const STORE_URL_VARIABLE = 'LP_STORE_CLICKHOUSE_URL';

export interface StoreLogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

export interface LoaderBacklog {
  readonly segments: number;
  readonly bytes: number;
  readonly oldestSealedAtMs: number | null;
}

export interface StoreProcessStatus extends StoreStatus {
  readonly waitingSegments: number;
  readonly waitingBytes: number;
  /** Of all segments that this process has loaded. */
  readonly loadedBytes: number;
  /** What was received until then can be asked for. */
  readonly visibleUpToMs?: number;
  /** Sent to a shared store and not loaded there yet, by all edges. */
  readonly landedBytes?: number;
  /** What waits in a shared store for each of its loaders, if there are several. */
  readonly loaders?: readonly LoaderBacklog[];
  readonly rssBytes: number;
  readonly checkpoint: CheckpointStatus;
  readonly restarts: number;
}

/** Beside queries: what those who run it ask for. */
export type StoreCommand = { readonly name: 'checkpoint' } | { readonly name: 'copy'; readonly folder: string };

export type ToStore =
  | { readonly type: 'command'; readonly id: number; readonly command: StoreCommand }
  | {
      readonly type: 'query';
      readonly id: number;
      readonly name: string;
      readonly query: unknown;
      readonly timeLimitMs?: number;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'watch'; readonly id: number; readonly watch: LiveWatch; readonly after: readonly SentUpTo[] }
  | { readonly type: 'unwatch'; readonly id: number }
  | { readonly type: 'wake' }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'no_answer'; readonly id: number; readonly message: string }
  | { readonly type: 'stop' };

export type FromStore =
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | {
      readonly type: 'refusal';
      readonly id: number;
      readonly refusal: 'unavailable' | 'wrong' | 'too_heavy' | 'failed';
      readonly message: string;
      /** The part of a wrong query that is wrong. */
      readonly field?: string;
    }
  | { readonly type: 'status'; readonly status: Omit<StoreProcessStatus, 'restarts'> }
  | { readonly type: 'fresh'; readonly id: number; readonly fresh: FreshRows; readonly upTo: readonly SentUpTo[] }
  | { readonly type: 'loaded'; readonly segment: { readonly logId: string; readonly number: number } }
  | { readonly type: 'log'; readonly line: StoreLogLine }
  /** To the control plane: which segments and attempts there are (see AttemptStore). */
  | { readonly type: 'ask'; readonly id: number; readonly method: string; readonly args: readonly unknown[] }
  /** Opening a large store takes its time; until then there is nothing else to say. */
  | { readonly type: 'alive' };

/** The database must be opened anew; the next process looks at it closely. */
export const EXIT_REOPEN = 75;
/** Another file stands in the place of the database: it must be opened anew, and nothing is wrong. */
export const EXIT_RENEWED = 76;
