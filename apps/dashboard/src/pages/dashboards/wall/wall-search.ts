export interface WallSearch {
  /** Shown full screen. */
  readonly wall: boolean;
  /** Seconds that each dashboard is shown. */
  readonly rotate: number;
  /** Ids of the dashboards that take turns with the one of the address. */
  readonly dashboards: readonly string[];
}

const USUAL_SECONDS = 30;
const MIN_SECONDS = 5;
const MAX_SECONDS = 3_600;
const MAX_DASHBOARDS = 20;

/** `wall=true`, or `rotate=30s&dashboards=id,id`. */
export function readWallSearch(raw: Readonly<Record<string, unknown>>): WallSearch {
  const rotate = readSeconds(raw.rotate);
  const dashboards = typeof raw.dashboards === 'string' ? raw.dashboards.split(',').filter((id) => id !== '') : [];
  return {
    wall: raw.wall === true || rotate !== undefined,
    rotate: rotate ?? USUAL_SECONDS,
    dashboards: [...new Set(dashboards)].slice(0, MAX_DASHBOARDS),
  };
}

/** 30, `30s` or `2m`. */
function readSeconds(value: unknown): number | undefined {
  const [, count, unit] = /^(\d{1,4})(s|m)?$/.exec(String(value)) ?? [];
  if (count === undefined) return undefined;
  return Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, Number(count) * (unit === 'm' ? 60 : 1)));
}

/** What leaves the address with the full screen. */
export const noWall = { wall: undefined, rotate: undefined, dashboards: undefined };
