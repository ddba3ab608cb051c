import { NO_VALUE } from './format-number.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './units.ts';

const SPACE = '\u202f';

const compound = (big: number, bigSign: string, small: number, smallSign: string): string =>
  small === 0 ? `${big}${SPACE}${bigSign}` : `${big}${SPACE}${bigSign} ${small}${SPACE}${smallSign}`;

/** At most two units: 820 ms, 1.24 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return NO_VALUE;
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms < 1) return ms === 0 ? `0${SPACE}ms` : `${ms.toLocaleString('en', { maximumSignificantDigits: 2 })}${SPACE}ms`;
  if (ms < 10) return `${ms.toLocaleString('en', { maximumFractionDigits: 1 })}${SPACE}ms`;
  if (ms < 999.5) return `${Math.round(ms)}${SPACE}ms`;
  if (ms < 59.95 * SECOND_MS) {
    const seconds = ms / SECOND_MS;
    return `${seconds.toLocaleString('en', { maximumFractionDigits: seconds < 10 ? 2 : 1 })}${SPACE}s`;
  }
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds < 3600) return compound(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 24 * 60) return compound(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(ms / HOUR_MS);
  if (hours < 100 * 24) return compound(Math.floor(hours / 24), 'd', hours % 24, 'h');
  return `${Math.round(ms / DAY_MS).toLocaleString('en')}${SPACE}d`;
}
