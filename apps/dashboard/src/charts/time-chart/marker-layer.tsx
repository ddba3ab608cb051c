import { HoverCard } from '@mantine/core';
import { IconFlag, IconFlask, IconPoint, IconRocket } from '@tabler/icons-react';
import { formatExactTime } from '../../design/format/format-time.ts';
import { AppLink } from '../../design/layout/app-link.tsx';
import { clusterMarkers, type MarkerCluster } from './cluster-markers.ts';
import styles from './time-chart.module.css';
import type { TimeMarker } from './time-series.ts';
import type { PlotFrame } from './use-uplot.ts';

export interface MarkerLayerProps {
  readonly frame: PlotFrame;
  readonly markers: readonly TimeMarker[];
  readonly timeZone: string;
  /** Bars stand around the start of their bucket and not behind it. */
  readonly shiftMs: number;
  /** Where the last bucket ends. A line ends where it begins, and what happened since stands at that end. */
  readonly endMs: number;
}

const icons = { flag: IconFlag, release: IconRocket, experiment: IconFlask, other: IconPoint };
const MAX_LISTED = 8;
const MENU_PX = 44;

/** Thin lines with a sign at the top; the words appear on hover and on focus. */
export function MarkerLayer({ frame, markers, timeZone, shiftMs, endMs }: MarkerLayerProps) {
  const placeOf = (ms: number): number => (ms < endMs ? Math.min(frame.toX(ms - shiftMs), frame.width) : -1);
  const clusters = clusterMarkers(markers, placeOf, frame.width);
  return (
    <div
      className={styles.markers}
      style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
    >
      {clusters.map((cluster) => (
        <Marker
          key={`${cluster.markers[0]?.atMs} ${cluster.markers.length}`}
          cluster={cluster}
          timeZone={timeZone}
          isLow={cluster.x > frame.width - MENU_PX}
        />
      ))}
    </div>
  );
}

interface MarkerProps {
  readonly cluster: MarkerCluster;
  readonly timeZone: string;
  /** Its sign stands below the chart's menu, which is in that corner. */
  readonly isLow: boolean;
}

function Marker({ cluster, timeZone, isLow }: MarkerProps) {
  const [first] = cluster.markers;
  if (first === undefined) return null;
  const Icon = icons[first.kind];
  const isOne = cluster.markers.length === 1;
  return (
    <div className={styles.marker} style={{ left: cluster.x }}>
      <HoverCard position="bottom" openDelay={60} closeDelay={120} withinPortal width={280}>
        <HoverCard.Target>
          <button
            type="button"
            className={styles.markerSign}
            data-low={isLow || undefined}
            aria-label={
              isOne
                ? first.title
                : `${cluster.markers.length} changes: ${cluster.markers.map((marker) => marker.title).join('; ')}`
            }
          >
            {isOne ? <Icon size={11} aria-hidden /> : cluster.markers.length}
          </button>
        </HoverCard.Target>
        <HoverCard.Dropdown p={10}>
          <ul className={styles.markerList}>
            {cluster.markers.slice(0, MAX_LISTED).map((marker) => (
              <MarkerWords key={`${marker.atMs} ${marker.title}`} marker={marker} timeZone={timeZone} />
            ))}
          </ul>
          {cluster.markers.length > MAX_LISTED && (
            <p className={styles.soFar}>and {cluster.markers.length - MAX_LISTED} more</p>
          )}
        </HoverCard.Dropdown>
      </HoverCard>
    </div>
  );
}

function MarkerWords({ marker, timeZone }: { readonly marker: TimeMarker; readonly timeZone: string }) {
  return (
    <li>
      <div className={styles.markerTitle}>
        {marker.href === undefined ? marker.title : <AppLink href={marker.href}>{marker.title}</AppLink>}
      </div>
      <div className={styles.markerDetail}>
        {marker.detail !== undefined && `${marker.detail} · `}
        {formatExactTime(marker.atMs, timeZone)}
      </div>
    </li>
  );
}
