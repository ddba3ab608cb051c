import { join } from 'node:path';
import { LOADED_FOLDER, parseSegmentName, QUARANTINE_FOLDER } from '../segment-names.ts';
import type { FileDriver } from './file-driver.ts';

export interface LogListing {
  readonly open: readonly number[];
  readonly sealed: readonly number[];
  /** File names in loaded/ by segment. */
  readonly loaded: ReadonlyMap<number, string>;
  /** Copies that were not finished. */
  readonly temporary: readonly string[];
  readonly quarantined: readonly number[];
}

/** What is in a log's folder, numbers ascending. */
export async function listLog(driver: FileDriver, path: string): Promise<LogListing> {
  const names = await driver.list(path);
  const found = names.flatMap((name) => parseSegmentName(name) ?? []).sort((a, b) => a.number - b.number);
  const numbersOf = (state: string) => found.filter((name) => name.state === state).map((name) => name.number);
  const loaded = new Map<number, string>();
  for (const name of await driver.list(join(path, LOADED_FOLDER))) {
    const parsed = parseSegmentName(name);
    if (parsed === undefined || parsed.state === 'open') continue;
    // While a segment is being compressed both are there; the plain one is complete for sure.
    if (parsed.state === 'sealed' || !loaded.has(parsed.number)) loaded.set(parsed.number, name);
  }
  const quarantined = (await driver.list(join(path, QUARANTINE_FOLDER))).map((name) => Number.parseInt(name, 10));
  return {
    open: numbersOf('open'),
    sealed: numbersOf('sealed'),
    loaded,
    temporary: names.filter((name) => name.endsWith('.tmp')),
    quarantined: quarantined.filter(Number.isSafeInteger),
  };
}
