import type { Layer } from './layer-store.ts';

/** A layer in the change log. Which experiments are in it is in the log of the experiments. */
export type LayerState = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly archived_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export function layerState(layer: Omit<Layer, 'experiments'>): LayerState {
  return {
    id: layer.id,
    key: layer.key,
    name: layer.name,
    description: layer.description,
    archived_at: layer.archivedAtMs === null ? null : new Date(layer.archivedAtMs).toISOString(),
    created_at: new Date(layer.createdAtMs).toISOString(),
    updated_at: new Date(layer.updatedAtMs).toISOString(),
  };
}
