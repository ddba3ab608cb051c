import { SourceMap } from 'node:module';
import { expect, test } from 'vitest';
import { bugs } from './crash-bugs.ts';
import { webSourceMaps } from './web-build.ts';

const maps = webSourceMaps().map(({ file, map }) => ({ file, map: new SourceMap(JSON.parse(map)) }));

/** Text of the source at the place that a frame came from, and the name that its map gives for what is called there. */
function sourceOf(file: string, column: number): { text: string; name: string | undefined } {
  const map = maps.find((each) => file.endsWith(each.file))?.map;
  if (map === undefined) throw new Error(`no map of ${file}`);
  const entry = map.findEntry(0, column - 1) as {
    originalSource: string;
    originalLine: number;
    originalColumn: number;
  };
  const at = map.payload.sources.indexOf(entry.originalSource);
  const line = map.payload.sourcesContent[at]?.split('\n')[entry.originalLine] ?? '';
  return { text: line.slice(entry.originalColumn), name: (entry as { name?: string }).name };
}

test("every frame of the web app's own code leads to the call in its source", () => {
  const calls = [bugs.slotsUndefined, bugs.chunkMissing, bugs.storageQuota].flatMap(({ frames }) =>
    frames.filter(({ isApp }) => isApp).map(({ file, column }) => sourceOf(file ?? '', column ?? 0)),
  );
  expect(calls.map(({ text }) => text.slice(0, 12))).toEqual([
    'slots.filter',
    'pickSlot(day',
    'new ChunkLoa',
    "loadChunk('r",
    'setItem(key,',
    'saveCart(car',
  ]);
  expect(calls.map(({ name }) => name)).toEqual([undefined, 'pickSlot', undefined, 'loadChunk', undefined, 'saveCart']);
});
