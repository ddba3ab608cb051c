import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { ExperimentStatus, ExperimentUnit } from '../experiments/experiment-store.ts';
import type { BucketRange } from './bucket-ranges.ts';

export interface Layer {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly archivedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Drafts, running and paused ones, oldest first. */
  readonly experiments: readonly LayerExperiment[];
}

export interface LayerExperiment {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly environmentId: string;
  readonly status: ExperimentStatus;
  readonly unit: ExperimentUnit;
  readonly trafficPct: number;
  /** Null for a draft. */
  readonly ranges: readonly BucketRange[] | null;
}

export interface NewLayer {
  readonly projectId: string;
  readonly key: string;
  readonly name: string;
  readonly description?: string | null;
}

/** Absent: kept. `key` may only be sent as it is. */
export interface LayerPatch {
  readonly key?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly archived?: boolean;
}

export interface LayerFilter {
  readonly projectId: string;
  /** Part of the key or the name, without regard to case. */
  readonly search?: string;
  /** Absent: false. */
  readonly includeArchived?: boolean;
}

/**
 * Layers of a project: in each environment the people of a layer are shared out among its experiments.
 *
 * Promises:
 * - a key is unique in its project, archived layers included (Taken 'LAYER_KEY_EXISTS'), and never changes;
 * - a layer that running or paused experiments hold ranges of cannot be archived (WrongState 'LAYER_IN_USE');
 * - experiments of one layer and environment that run or are paused have ranges without a bucket in common;
 * - a layer that the project does not have: undefined, and nothing changes;
 * - no change of a layer itself moves a version: it changes nothing that is served.
 */
export interface LayerStore {
  create(layer: NewLayer, actor: Actor): Promise<Layer>;
  list(filter: LayerFilter, page: PageRequest): Promise<Page<Layer>>;
  find(projectId: string, idOrKey: string): Promise<Layer | undefined>;
  update(projectId: string, idOrKey: string, patch: LayerPatch, actor: Actor): Promise<Layer | undefined>;
}
