import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchStoredFile } from '../fetch-stored-file.ts';
import { fileStorageContract } from '../file-storage.contract.ts';
import { FileStorageUnavailable, StoredFileDamaged } from '../file-storage.ts';
import { type S3Options, s3Url } from './s3-client.ts';
import { S3FileStorage } from './s3-file-storage.ts';
import { S3TestServer } from './s3-server.contract.ts';

const openAt = (server: S3TestServer, more: Partial<S3Options> = {}): S3FileStorage =>
  new S3FileStorage({ ...server.options, prefix: 'team one/', timeoutMs: 60_000, ...more });

describe('S3FileStorage', () => {
  fileStorageContract(async () => {
    const place = new S3TestServer();
    place.pageSize = 2;
    await place.start();
    return { storage: openAt(place), another: async () => openAt(place), dispose: () => place.stop() };
  });

  let server: S3TestServer;
  let folder: string;
  let small: string;
  let large: string;
  const largeContent = randomBytes(17 * 1024 * 1024);
  beforeEach(async () => {
    server = new S3TestServer();
    await server.start();
    folder = await mkdtemp(join(tmpdir(), 'lamppost-s3-'));
    [small, large] = [join(folder, 'small'), join(folder, 'large')];
    await writeFile(small, 'small content');
    await writeFile(large, largeContent);
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const target = () => join(folder, 'target');

  test('names stand behind the prefix, in the bucket', async () => {
    await openAt(server).put('symbols/a', small);
    expect([...server.objects.keys()]).toEqual(['team one/symbols/a']);
  });

  test('the bucket itself has no slash at its end, unless it is the host', () => {
    const options = { bucket: 'files', endpoint: 'https://s3.eu-west-1.amazonaws.com' } as S3Options;
    expect(s3Url({ ...options, isPathStyle: true }).pathname).toBe('/files');
    expect(s3Url({ ...options, isPathStyle: false }).pathname).toBe('/');
  });

  test('the bucket is part of the path or of the host', () => {
    const options = { bucket: 'files', endpoint: 'https://s3.eu-west-1.amazonaws.com' } as S3Options;
    expect(s3Url({ ...options, isPathStyle: true }, 'a b/c').href).toBe(
      'https://s3.eu-west-1.amazonaws.com/files/a%20b/c',
    );
    expect(s3Url({ ...options, isPathStyle: false }, 'a b/c').href).toBe(
      'https://files.s3.eu-west-1.amazonaws.com/a%20b/c',
    );
  });

  test('content that is not what was put is refused, and leaves no file', async () => {
    await openAt(server).put('a', small);
    server.fault = () => 'damage';
    await expect(fetchStoredFile(openAt(server), 'a', target())).rejects.toThrow(StoredFileDamaged);
    expect((await readdir(folder)).sort()).toEqual(['large', 'small']);
  });

  const refused = [
    { name: 'an unknown access key', options: { accessKeyId: 'OTHER' }, says: 'check LP_S3_ACCESS_KEY_ID' },
    { name: 'a wrong secret', options: { secretAccessKey: 'wrong' }, says: 'check LP_S3_SECRET_ACCESS_KEY' },
    { name: 'a bucket that is not there', options: { bucket: 'another' }, says: 'NoSuchBucket): check LP_S3_BUCKET' },
    { name: 'a wrong region', options: { region: 'us-east-1' }, says: 'check LP_S3_REGION' },
  ];
  test.each(refused)('$name is said in one line, at once, without credentials', async ({ options, says }) => {
    const storage = openAt(server, options);
    for (const run of [() => storage.put('a', small), () => storage.put('a', large), () => storage.read('a')]) {
      server.calls.length = 0;
      const error = (await run().catch((thrown: unknown) => thrown)) as Error;
      expect(error).toBeInstanceOf(FileStorageUnavailable);
      expect(error.message).toContain(says);
      expect(error.message).not.toMatch(/\n|TESTACCESSKEYID|secret\+access|wrong|OTHER/);
      expect(server.calls).toHaveLength(1);
    }
  });

  test('a redirect is not followed', async () => {
    server.fault = () => ({ status: 307, code: 'TemporaryRedirect' });
    await expect(openAt(server).list('')).rejects.toThrow('the bucket is in another region');
    expect(server.calls).toHaveLength(1);
  });
});
