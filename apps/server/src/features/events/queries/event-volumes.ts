import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** How often did each name come, in the range and in each of its equal parts? From is inclusive, to exclusive. */
export interface EventVolumesParams {
  readonly scope: Scope;
  readonly fromMs: number;
  readonly toMs: number;
  readonly buckets: number;
}

export interface EventVolumesResult {
  /** The most frequent first, then by name, at most MAX_VOLUMES. */
  readonly volumes: readonly {
    readonly name: string;
    readonly count: number;
    readonly series: readonly number[];
  }[];
  readonly hasMore: boolean;
}

export const MAX_VOLUMES = 2_000;

export const eventVolumesQuery = defineQuery<EventVolumesParams, EventVolumesResult>('eventVolumes', 'heavy');

/** Events in each part of the range, from the parts that have some. */
export function volumeSeries(
  places: readonly (number | bigint)[],
  counts: readonly (number | bigint)[],
  buckets: number,
): readonly number[] {
  const series = new Array<number>(buckets).fill(0);
  places.forEach((place, at) => {
    series[Number(place)] = Number(counts[at]);
  });
  return series;
}
