import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileStorageContract } from '../../../engines/file-storage/file-storage.contract.ts';
import { FileStorageUnavailable, StoredFileDamaged } from '../../../engines/file-storage/file-storage.ts';
import { migratePostgres } from '../migrate-postgres.ts';
import { TestDatabases } from '../test-database.contract.ts';
import { PostgresFileStorage } from './postgres-file-storage.ts';
import { storedFileTables } from './stored-file-tables.ts';

const databases = new TestDatabases();
beforeAll(() => databases.open());
afterAll(() => databases.close());

async function newDatabase(): Promise<string> {
  const { url } = await databases.create();
  const client = new pg.Client(url);
  await client.connect();
  await migratePostgres(client, [{ name: 'files', sql: storedFileTables }]);
  await client.end();
  return url;
}

/** In front of PostgreSQL, to be cut. */
class Wire {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => {
    const far = connectTo(Number(this.#target.port), this.#target.hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].map((end) => end.destroy()));
      socket.on('data', () => this.onData(near.bytesRead));
    }
  });
  readonly #target: URL;
  onData: (sentBytes: number) => void = () => undefined;

  constructor(url: string) {
    this.#target = new URL(url);
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

describe('PostgresFileStorage', () => {
  fileStorageContract(async () => {
    const url = await newDatabase();
    const opened = [new PostgresFileStorage({ url })];
    const another = async () => {
      const other = new PostgresFileStorage({ url });
      opened.push(other);
      return other;
    };
    const dispose = async () => void (await Promise.all(opened.map((storage) => storage.close())));
    return { storage: opened[0] as PostgresFileStorage, another, dispose };
  });

  let url: string;
  let client: pg.Client;
  let storage: PostgresFileStorage;
  let folder: string;
  let source: string;
  const content = randomBytes(1_500_000);
  beforeEach(async () => {
    url = await newDatabase();
    client = new pg.Client(url);
    await client.connect();
    storage = new PostgresFileStorage({ url });
    folder = await mkdtemp(join(tmpdir(), 'lamppost-stored-'));
    source = join(folder, 'source');
    await writeFile(source, content);
  });
  afterEach(async () => {
    await storage.close();
    await client.end();
    await rm(folder, { recursive: true, force: true });
  });
  const readAll = async (from = storage) => {
    const pieces: Buffer[] = [];
    for await (const piece of (await from.read('a')) ?? []) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  test('chunks have at most 256 KB, and go with their file', async () => {
    await storage.put('a', source);
    const sizes = await client.query(
      'SELECT max(length(content)) AS most, count(*)::int AS chunks FROM stored_file_chunks',
    );
    expect(sizes.rows).toEqual([{ most: 262_144, chunks: 6 }]);
    await storage.put('a', source);
    await storage.remove('a');
    expect((await client.query('SELECT 1 FROM stored_file_chunks')).rowCount).toBe(0);
  });

  test('a connection that breaks in the middle of an upload leaves nothing, or what was there before', async () => {
    const wire = new Wire(url);
    const broken = new PostgresFileStorage({ url: await wire.open() });
    wire.onData = (sentBytes) => sentBytes > 600_000 && wire.cut();
    await expect(broken.put('a', source)).rejects.toThrow(FileStorageUnavailable);
    expect([await storage.find('a'), await storage.list('')]).toEqual([undefined, []]);
    await writeFile(join(folder, 'before'), 'before');
    await storage.put('a', join(folder, 'before'));
    await expect(broken.put('a', source)).rejects.toThrow(FileStorageUnavailable);
    expect(String(await readAll())).toBe('before');
    wire.onData = () => undefined;
    await broken.put('a', source);
    expect((await readAll()).equals(content)).toBe(true);
    await broken.close();
    wire.close();
  });

  test('one that is replaced while it is read is not mixed with the new one', async () => {
    await storage.put('a', source);
    const reading = (await storage.read('a')) as AsyncIterable<Buffer>;
    const pieces = reading[Symbol.asyncIterator]();
    await pieces.next();
    await storage.put('a', source);
    await expect(pieces.next()).rejects.toThrow(FileStorageUnavailable);
  });

  test('content that is not what was put is refused', async () => {
    await storage.put('a', source);
    await client.query(
      `UPDATE stored_file_chunks SET content = set_byte(content, 9, 255 - get_byte(content, 9)) WHERE position = 2`,
    );
    await expect(readAll()).rejects.toThrow(StoredFileDamaged);
  });

  test.each([
    ['nobody listens', (address: URL) => Object.assign(address, { port: '1' })],
    ['there is no such database', (address: URL) => Object.assign(address, { pathname: '/none' })],
  ])('%s: it is unavailable, and says so without a password', async (_, change) => {
    const address = new URL(url);
    address.password = 'hidden-password';
    const away = new PostgresFileStorage({ url: change(address).href });
    for (const run of [() => away.put('a', source), () => away.read('a'), () => away.list('')]) {
      const error = (await run().catch((thrown: unknown) => thrown)) as Error;
      expect(error).toBeInstanceOf(FileStorageUnavailable);
      expect(error.message).not.toContain('hidden-password');
    }
    await away.close();
  });

  test('tables that are not there yet are an outage, and no more', async () => {
    const { url: empty } = await databases.create();
    const early = new PostgresFileStorage({ url: empty });
    await expect(early.find('a')).rejects.toThrow(FileStorageUnavailable);
    await early.close();
  });
});
