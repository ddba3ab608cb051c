import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchStoredFile } from './fetch-stored-file.ts';
import type { FileStorage } from './file-storage.ts';

export interface StorageUnderTest {
  readonly storage: FileStorage;
  /** The same place, seen from another edge. */
  another(): Promise<FileStorage>;
  dispose(): Promise<void>;
}

export function fileStorageContract(open: () => Promise<StorageUnderTest>): void {
  describe('FileStorage', () => {
    let place: StorageUnderTest;
    let storage: FileStorage;
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lamppost-files-'));
      place = await open();
      storage = place.storage;
    });
    afterEach(async () => {
      await place.dispose();
      await rm(folder, { recursive: true, force: true });
    });

    const put = async (name: string, content: string | Buffer, to = storage): Promise<void> => {
      const path = join(folder, 'source');
      await writeFile(path, content);
      await to.put(name, path);
    };
    const read = async (name: string, from = storage): Promise<Buffer | undefined> => {
      const pieces = await from.read(name);
      if (pieces === undefined) return undefined;
      const all: Buffer[] = [];
      for await (const piece of pieces) all.push(piece);
      return Buffer.concat(all);
    };

    test('what was put is read by another edge, with its size and time', async () => {
      const beforeMs = Date.now();
      await put('a/one', 'first');
      const other = await place.another();
      expect(String(await read('a/one', other))).toBe('first');
      const found = await other.find('a/one');
      expect(found).toEqual({ name: 'a/one', bytes: 5, storedAtMs: expect.any(Number) });
      expect(Math.abs((found?.storedAtMs ?? 0) - beforeMs)).toBeLessThan(60_000);
    });

    test('what is not there is undefined, and may be removed', async () => {
      expect(await storage.read('a/none')).toBeUndefined();
      expect(await storage.find('a/none')).toBeUndefined();
      expect(await storage.list('a/')).toEqual([]);
      await storage.remove('a/none');
    });

    test('an empty file is a file', async () => {
      await put('empty', '');
      expect(await read('empty')).toEqual(Buffer.alloc(0));
      expect(await storage.find('empty')).toMatchObject({ bytes: 0 });
    });

    test('a file of 20 MB comes back byte by byte, in pieces', async () => {
      const content = randomBytes(20_000_003);
      await put('large', content);
      let pieces = 0;
      let longest = 0;
      const all: Buffer[] = [];
      for await (const piece of (await storage.read('large')) ?? []) {
        pieces += 1;
        longest = Math.max(longest, piece.length);
        all.push(piece);
      }
      expect(Buffer.concat(all).equals(content)).toBe(true);
      expect(pieces).toBeGreaterThan(10);
      expect(longest).toBeLessThanOrEqual(1024 * 1024);
      expect(await storage.find('large')).toMatchObject({ bytes: content.length });
    });

    test('a file that is put again is replaced', async () => {
      await put('a', 'long content that was there');
      await put('a', 'new');
      expect(String(await read('a'))).toBe('new');
      expect(await storage.list('')).toHaveLength(1);
    });

    test('two edges that put the same name leave one of the two, whole', async () => {
      const other = await place.another();
      const contents = [Buffer.alloc(700_000, 'a'), Buffer.alloc(600_000, 'b')];
      const paths = contents.map((_, at) => join(folder, `source-${at}`));
      await Promise.all(contents.map((content, at) => writeFile(paths[at] ?? '', content)));
      await Promise.all(paths.map((path, at) => (at === 0 ? storage : other).put('same', path)));
      const found = await read('same');
      expect(contents.some((content) => content.equals(found ?? Buffer.alloc(0)))).toBe(true);
    });

    test('a list has the names that begin so, in order, and nothing else', async () => {
      for (const name of ['b/2', 'a/1', 'b/1', 'bb', 'b/10', 'b/A&B']) await put(name, name);
      expect((await storage.list('b/')).map(({ name, bytes }) => [name, bytes])).toEqual([
        ['b/1', 3],
        ['b/10', 4],
        ['b/2', 3],
        ['b/A&B', 5],
      ]);
      expect(await storage.list('')).toHaveLength(6);
    });

    test('letters of a prefix are letters, not patterns', async () => {
      for (const name of ['a_b/1', 'axb/1', 'a%/1']) await put(name, name);
      expect((await storage.list('a_')).map(({ name }) => name)).toEqual(['a_b/1']);
      expect((await storage.list('a%')).map(({ name }) => name)).toEqual(['a%/1']);
    });

    test('what was removed is gone for everybody', async () => {
      await put('a', 'x');
      await (await place.another()).remove('a');
      expect([await storage.find('a'), await read('a'), await storage.list('')]).toEqual([undefined, undefined, []]);
    });

    test('a file that cannot be read is not put', async () => {
      await expect(storage.put('a', join(folder, 'missing'))).rejects.toThrow('ENOENT');
      expect(await storage.find('a')).toBeUndefined();
    });

    test('it is fetched to a new file, and what is not there makes none', async () => {
      await put('a', 'content');
      const target = join(folder, 'target');
      expect(await fetchStoredFile(storage, 'a', target)).toBe(true);
      expect(await readFile(target, 'utf8')).toBe('content');
      await expect(fetchStoredFile(storage, 'a', target)).rejects.toThrow('EEXIST');
      expect(await fetchStoredFile(storage, 'none', join(folder, 'other'))).toBe(false);
      expect((await readdir(folder)).sort()).toEqual(['source', 'target']);
    });
  });
}
