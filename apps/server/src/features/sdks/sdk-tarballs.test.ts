import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SdkTarballs } from './sdk-tarballs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lamppost-sdks-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const kept = () => join(root, 'kept');

/** What a version of the server brings. */
function version(files: Readonly<Record<string, string>>): SdkTarballs {
  const built = join(root, 'built');
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(built, file), content);
  return new SdkTarballs({ built, kept: kept() });
}

const files = async (sdks: SdkTarballs) => (await sdks.list()).map(({ file }) => file);

test('nothing that is no package is listed, and nothing built is no failure', async () => {
  expect(await files(version({ 'packages.json': '[]' }))).toEqual([]);
  expect(await files(new SdkTarballs({ built: join(root, 'none'), kept: kept() }))).toEqual([]);
});

test('packages of an earlier version stay, and the newest is the one of this server', async () => {
  await version({ 'browser-0.9.0.tgz': 'nine', 'node-0.9.0.tgz': 'n' }).keep();
  const later = version({ 'browser-0.10.0.tgz': 'ten', 'node-0.10.0.tgz': 'm' });
  await later.keep();
  expect(await files(later)).toEqual(['browser-0.10.0.tgz', 'browser-0.9.0.tgz', 'node-0.10.0.tgz', 'node-0.9.0.tgz']);
  expect((await later.newest('browser'))?.version).toBe('0.10.0');
  expect(readFileSync((await later.find('browser-0.9.0.tgz'))?.path ?? '', 'utf8')).toBe('nine');
  // A server that was set back hands out what fits it.
  const earlier = version({ 'browser-0.9.0.tgz': 'nine' });
  expect((await earlier.newest('browser'))?.file).toBe('browser-0.9.0.tgz');
});

test('bytes that were handed out under a name stay: another build of the same version gets a name of its own', async () => {
  const first = version({ 'browser-0.1.0.tgz': 'first' });
  await first.keep();
  const integrity = (await first.find('browser-0.1.0.tgz'))?.integrity;
  const second = version({ 'browser-0.1.0.tgz': 'second' });
  for (let start = 0; start < 2; start++) await second.keep();
  const newest = await second.newest('browser');
  expect(newest?.file).toMatch(/^browser-0\.1\.0-[0-9a-f]{8}\.tgz$/);
  expect(readFileSync(newest?.path ?? '', 'utf8')).toBe('second');
  expect((await second.find('browser-0.1.0.tgz'))?.integrity).toBe(integrity);
  expect(readdirSync(kept()).toSorted()).toEqual([newest?.file, 'browser-0.1.0.tgz'].toSorted());
});

test('before anything could be kept, what was built is handed out', async () => {
  expect(await files(version({ 'browser-0.1.0.tgz': 'x' }))).toEqual(['browser-0.1.0.tgz']);
});
