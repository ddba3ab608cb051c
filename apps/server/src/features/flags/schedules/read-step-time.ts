import { DAY_MS } from '@lamppost/protocol';
import { Unacceptable } from '../../../control/control-errors.ts';
import { localTime, wallText } from './local-time.ts';

const MAX_AHEAD_MS = 2 * 366 * DAY_MS;
const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * When a step of a schedule is due: an instant with an offset, or a wall-clock time in the time zone of the project.
 * Throws Unacceptable for a time that there is not, that is over, or that is too far away.
 */
export function readStepTime(at: string, field: string, timezone: string, nowMs: number): number {
  const ms = INSTANT.test(at) ? Date.parse(at) : wallTime(at, field, timezone);
  if (!Number.isFinite(ms)) throw notATime(field);
  if (ms <= nowMs) throw new Unacceptable(field, `${field} must be in the future.`);
  if (ms > nowMs + MAX_AHEAD_MS) throw new Unacceptable(field, `${field} can be at most two years ahead.`);
  return ms;
}

function wallTime(at: string, field: string, timezone: string): number {
  const wallMs = WALL.test(at) ? Date.parse(`${at}Z`) : Number.NaN;
  // Date.parse takes the 30th of February for the 2nd of March.
  if (!Number.isFinite(wallMs) || new Date(wallMs).toISOString().slice(0, 16) !== at.slice(0, 16))
    throw notATime(field);
  const time = localTime(wallMs, timezone);
  if (time.kind === 'instant') return time.ms;
  const next = wallText(time.nextMs, timezone).replace(' ', 'T');
  const message = `does not exist in ${timezone}: clocks are put forward. The next valid time is ${next}.`;
  throw new Unacceptable(field, `${field} ${message}`);
}

const notATime = (field: string): Unacceptable =>
  new Unacceptable(
    field,
    `${field} must be a time such as 2027-03-01T09:00, or one with an offset such as 2027-03-01T09:00:00Z.`,
  );
