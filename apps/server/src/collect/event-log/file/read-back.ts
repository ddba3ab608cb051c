import { join } from 'node:path';
import { readSegment } from '../read-segment.ts';
import { isLogId, LOADED_FOLDER, parseSegmentName } from '../segment-names.ts';
import type { SegmentReading } from '../segment-reading.ts';
import type { FileDriver } from './file-driver.ts';

export interface SegmentRead {
  readonly path: string;
  readonly number: number;
  readonly reading: SegmentReading;
  readonly bodies: readonly string[];
}

/** Sealed and loaded segments of the one log below this root, in order: what a loader would see. For tests. */
export async function readSealedSegments(driver: FileDriver, logRoot: string): Promise<SegmentRead[]> {
  const logId = (await driver.list(logRoot)).find(isLogId) ?? '';
  const folder = join(logRoot, logId);
  const found: SegmentRead[] = [];
  for (const place of [folder, join(folder, LOADED_FOLDER)]) {
    for (const name of await driver.list(place)) {
      const parsed = parseSegmentName(name);
      if (parsed?.state !== 'sealed') continue;
      const path = join(place, name);
      const bytes = await driver.read(path);
      const reading = readSegment(bytes, { logId, number: parsed.number });
      found.push({ path, number: parsed.number, reading, bodies: bodiesOf(bytes, reading) });
    }
  }
  return found.sort((a, b) => a.number - b.number);
}

const bodyShape = /"b":(.*)\}\n$/s;

const bodiesOf = (bytes: Buffer, { lines }: SegmentReading): string[] =>
  lines.map(({ start, end }) => bodyShape.exec(bytes.toString('utf8', start, end))?.[1] ?? '');
