import type { Wire } from '@lamppost/protocol';
import type { Bounds } from '../../../navigation/use-bounds.ts';

export const sparkBuckets = 24;

/** How often each name came in each of 24 equal parts of the range; parts without events are left out. */
export function volumeSql({ from, to }: Bounds): string {
  const fromMs = Date.parse(from);
  const widthMs = Math.max(1, (Date.parse(to) - fromMs) / sparkBuckets);
  return `SELECT event_name, floor((epoch_ms(timestamp) - ${fromMs}) / ${widthMs}) AS part, count(*) AS events
FROM events WHERE timestamp >= TIMESTAMP '${from}' AND timestamp < TIMESTAMP '${to}'
GROUP BY ALL ORDER BY event_name`;
}

export interface Volume {
  readonly total: number;
  readonly parts: readonly number[];
}

/** Of an answer that was cut, the last name may be cut too: it is left out. */
export function readVolumes({ rows, truncated }: Pick<Wire['SqlResult'], 'rows' | 'truncated'>) {
  const volumes = new Map<string, { total: number; parts: number[] }>();
  for (const [name, part, events] of rows) {
    const key = String(name);
    const volume = volumes.get(key) ?? { total: 0, parts: new Array<number>(sparkBuckets).fill(0) };
    const count = Number(events);
    volume.total += count;
    const index = Math.min(sparkBuckets - 1, Math.max(0, Number(part)));
    volume.parts[index] = (volume.parts[index] ?? 0) + count;
    volumes.set(key, volume);
  }
  const last = rows.at(-1)?.[0];
  if (truncated && last !== undefined) volumes.delete(String(last));
  return volumes as ReadonlyMap<string, Volume>;
}
