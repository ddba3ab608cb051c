interface Screen {
  readonly width: number;
  readonly height: number;
}

/** A grid that gets narrower than this stands in one column. */
const MIN_GRID_PX = 960;
const MIN_ZOOM = 0.7;
const MAX_ZOOM = 3;

/** How much larger widgets of this height are drawn so that they fill the screen. What does not fit is not made tiny. */
export function wallZoom({ width, height }: Screen, contentHeight: number): number {
  if (contentHeight <= 0) return 1;
  const fitting = Math.min(height / contentHeight, MAX_ZOOM, Math.max(1, width / MIN_GRID_PX));
  return fitting < MIN_ZOOM ? 1 : Math.floor(fitting * 100) / 100;
}
