import { formatDuration } from '../../../design/format/format-duration.ts';

/** ", crash rate up 0.47 points vs. previous release"; nothing when there is nothing to compare with. */
export function signed(delta: number | null, what: string, unit: string): string {
  if (delta === null) return '';
  if (Math.abs(delta) < 0.005) return `, ${what} unchanged`;
  const size = Math.abs(delta).toLocaleString('en', { maximumFractionDigits: 2 });
  return `, ${what} ${delta > 0 ? 'up' : 'down'} ${size} ${unit} vs. previous release`;
}

/** ", 40 ms slower than previous release". */
export function signedMs(delta: number | null): string {
  if (delta === null) return '';
  if (Math.abs(delta) < 0.5) return ', unchanged vs. previous release';
  return `, ${formatDuration(Math.abs(delta))} ${delta > 0 ? 'slower' : 'faster'} than previous release`;
}
