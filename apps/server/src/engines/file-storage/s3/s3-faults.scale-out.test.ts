import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchStoredFile } from '../fetch-stored-file.ts';
import { FileStorageUnavailable } from '../file-storage.ts';
import type { S3Options } from './s3-client.ts';
import { S3FileStorage } from './s3-file-storage.ts';
import { type S3Call, type S3Fault, S3TestServer } from './s3-server.contract.ts';

const openAt = (server: S3TestServer, more: Partial<S3Options> = {}): S3FileStorage =>
  new S3FileStorage({ ...server.options, prefix: 'team one/', timeoutMs: 500, attempts: 6, ...more });

describe('S3FileStorage under faults', () => {
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
  /** The first so many requests that it is for go wrong. */
  const failing = (fault: S3Fault, times: number, isMeant: (call: S3Call) => boolean = () => true) => {
    let left = times;
    return (call: S3Call) => {
      if (!isMeant(call) || left === 0) return undefined;
      left -= 1;
      return fault;
    };
  };
  const isPart = ({ query }: S3Call) => query.has('partNumber');

  test('a large file goes in parts, and leaves none behind', async () => {
    await openAt(server).put('a', large);
    expect(server.calls.filter(isPart)).toHaveLength(3);
    expect(server.uploads.size).toBe(0);
    expect(server.objects.get('team one/a')?.body.equals(largeContent)).toBe(true);
  });

  const passing: { name: string; fault: S3Fault }[] = [
    { name: 'a 503', fault: { status: 503, code: 'SlowDown' } },
    { name: 'a 500', fault: { status: 500, code: 'InternalError' } },
    { name: 'no answer', fault: 'silent' },
    { name: 'a connection that breaks while a body is sent', fault: 'cut upload' },
    { name: 'an answer that is lost', fault: 'lost answer' },
    { name: 'a body that was damaged on its way', fault: { status: 400, code: 'XAmzContentSHA256Mismatch' } },
  ];
  test.each(passing)('$name is tried again: an upload comes to its end', async ({ fault }) => {
    server.fault = failing(fault, 2);
    const storage = openAt(server);
    await storage.put('a', small);
    server.fault = failing(fault, 3, isPart);
    await storage.put('b', large);
    server.fault = failing(
      fault === 'cut upload' ? 'silent' : fault,
      1,
      ({ query }) => query.has('uploadId') && !query.has('partNumber'),
    );
    await storage.put('c', large);
    expect(server.objects.get('team one/a')?.body.toString()).toBe('small content');
    for (const name of ['b', 'c']) expect(server.objects.get(`team one/${name}`)?.body.equals(largeContent)).toBe(true);
    server.fault = () => undefined;
    expect((await storage.list('')).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test('a download that breaks off goes on where it stopped', async () => {
    await openAt(server).put('a', large);
    server.fault = failing('cut download', 3);
    expect(await fetchStoredFile(openAt(server), 'a', target())).toBe(true);
    expect(server.calls.filter(({ method }) => method === 'GET')).toHaveLength(4);
  });

  test('a download that breaks off every time leaves no file', async () => {
    await openAt(server).put('a', large);
    server.fault = () => 'cut download';
    await expect(fetchStoredFile(openAt(server), 'a', target())).rejects.toThrow(FileStorageUnavailable);
    expect((await readdir(folder)).sort()).toEqual(['large', 'small']);
  });

  test('one that is replaced while it is read is not mixed with the new one', async () => {
    const storage = openAt(server);
    await storage.put('a', large);
    server.fault = failing('cut download', 1);
    const pieces = await storage.read('a');
    await writeFile(large, randomBytes(largeContent.length));
    await storage.put('a', large);
    const reading = (async () => {
      for await (const _ of pieces ?? []);
    })();
    await expect(reading).rejects.toThrow(FileStorageUnavailable);
  });

  test.each<[string, S3Fault]>([
    ['503 for ever', { status: 503, code: 'SlowDown' }],
    ['a connection that breaks for ever', 'cut upload'],
  ])('%s: the upload fails, and nothing of it is seen', async (_, fault) => {
    const storage = openAt(server);
    server.fault = (call) => (call.method === 'PUT' ? fault : undefined);
    for (const path of [small, large]) await expect(storage.put('a', path)).rejects.toThrow(FileStorageUnavailable);
    server.fault = () => undefined;
    expect([await storage.find('a'), await storage.list('')]).toEqual([undefined, []]);
    expect(server.uploads.size).toBe(0);
    await storage.put('a', small);
    expect(await storage.find('a')).toMatchObject({ bytes: 13 });
  });

  test('a server that is down is said within a bounded time, and used again when it is back', async () => {
    const storage = openAt(server);
    await storage.put('a', small);
    await server.stop();
    for (const run of [() => storage.put('b', small), () => storage.read('a'), () => storage.find('a')])
      await expect(run()).rejects.toThrow(/^The file storage cannot be reached: /);
    await server.start();
    expect((await storage.list('')).map(({ name }) => name)).toEqual(['a']);
  });

  test('a server that never answers is given up', async () => {
    server.fault = () => 'silent';
    const storage = openAt(server, { timeoutMs: 50, attempts: 2 });
    await expect(storage.find('a')).rejects.toThrow('did not respond within 50 ms');
  });
});
