import { androidMapping } from '../../android-build.ts';
import { releases } from '../../releases.ts';
import { webSourceMaps } from '../../web-build.ts';
import type { ApiClient } from '../api-client.ts';

/** Those that most sessions of the story have; older ones stay without, as happens. */
const uploadedReleases = 7;

/** @returns how many were not there before */
export async function uploadSymbols(client: ApiClient): Promise<number> {
  const maps = webSourceMaps();
  const mapping = androidMapping();
  let made = 0;
  const upload = async (query: Record<string, string>, content: string): Promise<void> => {
    // The same file again is the same row, and answered 200.
    const { status } = await client.send('POST', `/v1/symbols?${new URLSearchParams(query)}`, content);
    if (status === 201) made += 1;
  };
  for (const { version: release, build } of releases.slice(-uploadedReleases)) {
    for (const { file, map } of maps) await upload({ kind: 'sourcemap', release, file, platform: 'web' }, map);
    await upload({ kind: 'proguard', release, build, platform: 'android' }, mapping);
  }
  return made;
}
