import type { TimeMarker } from './time-series.ts';

export interface MarkerCluster {
  /** Where it stands, in pixels. */
  readonly x: number;
  readonly markers: readonly TimeMarker[];
}

/** Markers that would touch become one. Each keeps at least `gapPx` to the next. */
export function clusterMarkers(
  markers: readonly TimeMarker[],
  toX: (ms: number) => number,
  width: number,
  gapPx = 18,
): MarkerCluster[] {
  const placed = markers
    .map((marker) => ({ marker, x: toX(marker.atMs) }))
    .filter(({ x }) => x >= 0 && x <= width)
    .sort((a, b) => a.x - b.x);
  const clusters: { firstX: number; lastX: number; markers: TimeMarker[] }[] = [];
  for (const { marker, x } of placed) {
    const last = clusters.at(-1);
    if (last !== undefined && x - (last.firstX + last.lastX) / 2 < gapPx) {
      last.lastX = x;
      last.markers.push(marker);
    } else clusters.push({ firstX: x, lastX: x, markers: [marker] });
  }
  return clusters.map(({ firstX, lastX, markers: inside }) => ({ x: (firstX + lastX) / 2, markers: inside }));
}
