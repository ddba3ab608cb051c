import { formatDuration } from '../../../design/format/format-duration.ts';

/** ", crash rate up 0.47 points against the release before"; nothing when there is nothing to compare with. */
export function signed(delta: number | null, what: string, unit: string): string {
  if (delta === null) return '';
  if (Math.abs(delta) < 0.005) return `, ${what} as before`;
  const size = Math.abs(delta).toLocaleString('en', { maximumFractionDigits: 2 });
  return `, ${what} ${delta > 0 ? 'up' : 'down'} ${size} ${unit} against the release before`;
}

/** ", 40 ms slower than the release before". */
export function signedMs(delta: number | null): string {
  if (delta === null) return '';
  if (Math.abs(delta) < 0.5) return ', as fast as the release before';
  return `, ${formatDuration(Math.abs(delta))} ${delta > 0 ? 'slower' : 'faster'} than the release before`;
}
