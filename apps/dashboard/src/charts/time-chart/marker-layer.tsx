import { Popover } from '@mantine/core';
import { IconFlag, IconFlask, IconPoint, IconRocket } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatExactTime } from '../../design/format/format-time.ts';
import { AppLink } from '../../design/primitives/app-link.tsx';
import textStyles from '../../design/primitives/text.module.css';
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
const OPEN_DELAY_MS = 60;
const CLOSE_DELAY_MS = 160;
const MENU_PX = 44;

/** Thin lines with a sign at the top; the list of what happened opens on hover, and stays open after a click. */
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
  const { isOpen, isPinned, setOpen, setPinned, later } = useOpening();
  const [first] = cluster.markers;
  if (first === undefined) return null;
  const Icon = icons[first.kind];
  const isOne = cluster.markers.length === 1;
  return (
    <div className={styles.marker} style={{ left: cluster.x }}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom" withinPortal width={300} trapFocus={isPinned}>
        <Popover.Target>
          <button
            type="button"
            className={styles.markerSign}
            onMouseEnter={() => later(true)}
            onMouseLeave={() => later(false)}
            onFocus={() => later(true)}
            onBlur={() => later(false)}
            onClick={() => {
              setPinned(true);
              setOpen(true);
            }}
            data-low={isLow || undefined}
            aria-label={
              isOne
                ? first.title
                : `${cluster.markers.length} changes: ${cluster.markers.map((marker) => marker.title).join('; ')}`
            }
          >
            {isOne ? <Icon size={11} aria-hidden /> : cluster.markers.length}
          </button>
        </Popover.Target>
        <Popover.Dropdown p={0} onMouseEnter={() => later(true)} onMouseLeave={() => later(false)}>
          <ul
            className={styles.markerList}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys, too
            tabIndex={0}
            aria-label={isOne ? 'Change' : `${cluster.markers.length} changes`}
          >
            {cluster.markers.map((marker, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one change may be listed twice, and the list never moves
              <MarkerWords key={`${marker.atMs} ${marker.title} ${index}`} marker={marker} timeZone={timeZone} />
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** Opens and closes a moment after the pointer came and went; a click pins it open until Escape or a click elsewhere. */
function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const [isPinned, setPinned] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (isWanted: boolean): void => {
    clearTimeout(timer.current);
    setOpen(isWanted);
    if (!isWanted) setPinned(false);
  };
  const later = (isWanted: boolean): void => {
    clearTimeout(timer.current);
    if (isPinned) return;
    timer.current = setTimeout(() => setOpen(isWanted), isWanted ? OPEN_DELAY_MS : CLOSE_DELAY_MS);
  };
  return { isOpen, isPinned, setOpen: change, setPinned, later };
}

function MarkerWords({ marker, timeZone }: { readonly marker: TimeMarker; readonly timeZone: string }) {
  return (
    <li>
      <div className={textStyles.name}>
        {marker.href === undefined ? marker.title : <AppLink href={marker.href}>{marker.title}</AppLink>}
      </div>
      <div className={textStyles.muted12}>
        {marker.detail !== undefined && `${marker.detail} · `}
        {formatExactTime(marker.atMs, timeZone)}
      </div>
    </li>
  );
}
