import type { DigestWidget } from './digest-message.ts';

/** Less than the queue takes, with room for what stands around it. */
const MAX_BYTES = 56_000;
const TABLE_LEFT_OUT = 'Its table is left out: the digest would be too long.';
const FIGURES_LEFT_OUT = 'Its numbers are left out: the digest would be too long.';

/** Leaves out tables, and then numbers, from the last widget up, until the digest fits into a message. */
export function boundWidgets(widgets: readonly DigestWidget[]): readonly DigestWidget[] {
  const bounded = [...widgets];
  const isTooLong = (): boolean => Buffer.byteLength(JSON.stringify(bounded)) > MAX_BYTES;
  for (let at = bounded.length - 1; at >= 0 && isTooLong(); at -= 1) {
    const widget = bounded[at];
    if (widget?.table != null) bounded[at] = { ...widget, table: null, note: TABLE_LEFT_OUT };
  }
  for (let at = bounded.length - 1; at >= 0 && isTooLong(); at -= 1) {
    const widget = bounded[at];
    if (widget !== undefined) bounded[at] = { ...widget, figures: [], note: FIGURES_LEFT_OUT };
  }
  return bounded;
}
