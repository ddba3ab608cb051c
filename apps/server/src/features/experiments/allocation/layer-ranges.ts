import { bucketsOf } from '@lamppost/evaluator';
import { Unacceptable, WrongState } from '../../../control/control-errors.ts';
import type { Db } from '../../../control/sql/db.ts';
import { type BucketRange, freeRanges, LAYER_BUCKETS, resizeRanges, sizeOf } from '../../layers/bucket-ranges.ts';
import { experimentsOfLayer, findLayer } from '../../layers/layer-statements.ts';
import type { Experiment, ExperimentUnit } from '../experiment-store.ts';

/** The layer that a draft names, if its experiments go by the same unit: else nobody could keep them apart. */
export async function layerFor(
  db: Db,
  draft: { readonly id: string; readonly projectId: string; readonly unit: ExperimentUnit },
  idOrKey: string,
): Promise<NonNullable<Experiment['layer']>> {
  const layer = await findLayer(db, draft.projectId, idOrKey);
  if (layer === undefined) throw new Unacceptable('layer', 'The project has no such layer.', 'UNKNOWN_LAYER');
  const { id, key } = layer;
  if (layer.archivedAtMs !== null) {
    throw new WrongState('LAYER_ARCHIVED', `The layer "${key}" is archived and can't have experiments.`);
  }
  const other = (await experimentsOfLayer(db, id)).find((each) => each.id !== draft.id && each.unit !== draft.unit);
  if (other !== undefined) {
    const message = `All experiments in a layer must have the same unit: "${other.key}" in "${key}" has ${other.unit}.`;
    throw new WrongState('LAYER_UNIT_MISMATCH', message);
  }
  return { id, key };
}

/** Buckets for `trafficPct`, those that it has first; null without a layer. Throws WrongState when too few are free. */
export async function rangesFor(
  db: Db,
  { id, environmentId, layer, ranges: own }: Experiment,
  trafficPct: number,
): Promise<readonly BucketRange[] | null> {
  if (layer === null) return null;
  const others = (await experimentsOfLayer(db, layer.id))
    .filter((each) => each.id !== id && each.environmentId === environmentId)
    .flatMap(({ ranges }) => ranges ?? []);
  const ranges = resizeRanges(own ?? [], others, bucketsOf(trafficPct));
  if (ranges !== undefined) return ranges;
  const freePct = (sizeOf(freeRanges(others)) * 100) / LAYER_BUCKETS;
  const message = `Only ${freePct} % of the layer "${layer.key}" is free, but the experiment needs ${trafficPct} %.`;
  throw new WrongState('LAYER_FULL', message);
}
