import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileStorageUnavailable } from '../../../engines/file-storage/file-storage.ts';
import { S3FileStorage } from '../../../engines/file-storage/s3/s3-file-storage.ts';
import { S3TestServer } from '../../../engines/file-storage/s3/s3-server.contract.ts';
import { FileSymbolVault } from '../files/file-symbol-vault.ts';
import { plainMap, symbolVaultContract } from '../symbol-vault.contract.ts';
import type { SymbolVault } from '../symbol-vault.ts';
import { SharedContent } from './shared-content.ts';
import { SharedSymbolVault } from './shared-symbol-vault.ts';
import { SymbolSync } from './symbol-sync.ts';
import { UnlistedContents } from './unlisted-contents.ts';

/** An edge: a disk of its own, and the storage that it shares with others. */
class Edge {
  readonly folder: string;
  readonly local: FileSymbolVault;
  readonly vault: SharedSymbolVault;
  readonly sync: SymbolSync;
  readonly notRemoved: unknown[] = [];
  inUse: readonly string[] = [];

  constructor(folder: string, server: S3TestServer) {
    this.folder = folder;
    const storage = new S3FileStorage({ ...server.options, attempts: 2, timeoutMs: 10_000 });
    this.local = new FileSymbolVault({ folder });
    const content = new SharedContent(storage, this.local);
    const unlisted = new UnlistedContents(join(folder, 'unlisted'));
    const { local } = this;
    this.vault = new SharedSymbolVault({
      local,
      content,
      unlisted,
      fetchMs: 20_000,
      pauseMs: 20,
      onNotRemoved: (error) => this.notRemoved.push(error),
    });
    const contentsInUse = async (asked: readonly string[]) => asked.filter((sha256) => this.inUse.includes(sha256));
    this.sync = new SymbolSync({ files: { contentsInUse }, local, content, unlisted, unusedMs: 3_600_000 });
  }

  /** What it has looks as if it had been there for a day. */
  async age(): Promise<void> {
    const dayAgo = new Date(Date.now() - 86_400_000);
    for (const path of await filesIn(this.folder)) await utimes(path, dayAgo, dayAgo);
  }
}

const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

let server: S3TestServer;
const edges: Edge[] = [];
beforeEach(async () => {
  server = new S3TestServer();
  await server.start();
});
afterEach(async () => {
  for (const { vault, folder } of edges.splice(0)) {
    await vault.close();
    await rm(folder, { recursive: true, force: true });
  }
  await server.stop();
});

async function newEdge(): Promise<Edge> {
  const edge = new Edge(await mkdtemp(join(tmpdir(), 'lamppost-edge-')), server);
  edges.push(edge);
  return edge;
}

const bodyOf = async function* (text: string) {
  yield Buffer.from(text);
};
const script = [{ platform: 'web', frames: [{ frame: { file: 'app.js', line: 1, column: 1 }, symbol: 0 }] }];
const resolved = { stacks: [{ frames: [[{ file: 'cart.js', line: 1 }]] }] };
const ask = (vault: SymbolVault, sha256: string) => vault.resolve(script, [{ sha256, kind: 'sourcemap' }]);

/** As an upload does it, up to the row that lists it. */
async function keep(vault: SymbolVault, text = plainMap()): Promise<string> {
  const received = await vault.receive(bodyOf(text), 'sourcemap');
  try {
    await received.keep();
    await received.confirm();
    return received.drafts[0]?.sha256 ?? '';
  } finally {
    await received.discard();
  }
}

describe('SharedSymbolVault', () => {
  symbolVaultContract(async () => {
    const edge = await newEdge();
    return {
      vault: edge.vault,
      reopen: async () => (await newEdge()).vault,
      countFiles: async () => (await filesIn(edge.folder)).length + server.objects.size,
      dispose: async () => undefined,
    };
  });

  test('what one edge was given, another one reads, and then has', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const sha256 = await keep(first.vault);
    expect(await ask(second.vault, sha256)).toMatchObject(resolved);
    await server.stop();
    expect(await ask(second.vault, sha256)).toMatchObject(resolved);
  });

  test('content that many reports need at once is fetched once', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const sha256 = await keep(first.vault);
    server.calls.length = 0;
    await Promise.all(Array.from({ length: 10 }, () => ask(second.vault, sha256)));
    expect(server.calls.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('while the storage is away reports are shown without, and say so; it comes back by itself', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const [here, elsewhere] = [await keep(second.vault, plainMap('here.js')), await keep(first.vault)];
    await server.stop();
    const both = [
      { sha256: here, kind: 'sourcemap' as const },
      { sha256: elsewhere, kind: 'sourcemap' as const },
    ];
    const frame = script[0]?.frames[0]?.frame ?? {};
    const stacks = [{ platform: 'web', frames: [0, 1].map((symbol) => ({ frame, symbol })) }];
    expect(await second.vault.resolve(stacks, both)).toEqual({
      stacks: [{ frames: [[expect.objectContaining({ file: 'here.js' })], null] }],
      failure: expect.stringContaining('The file storage cannot be reached'),
    });
    await server.start();
    await expect.poll(() => ask(second.vault, elsewhere)).toMatchObject(resolved);
  });

  test('an upload that the storage does not take is refused, and leaves nothing', async () => {
    const edge = await newEdge();
    await server.stop();
    await expect(keep(edge.vault)).rejects.toThrow(FileStorageUnavailable);
    expect((await filesIn(edge.folder)).filter((path) => path.endsWith('.gz'))).toEqual([]);
    await server.start();
    expect(await ask(edge.vault, await keep(edge.vault))).toMatchObject(resolved);
  });

  test('content that is damaged in the storage is not used, nor kept', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const sha256 = await keep(first.vault);
    const [[key, object] = ['', undefined]] = server.objects;
    if (object === undefined) throw new Error('Nothing was stored');
    const other = await keep(first.vault, plainMap('other.js'));
    const wrong = [...server.objects.values()].at(-1);
    expect(wrong).not.toBe(object);
    if (wrong !== undefined) server.objects.set(key, wrong);
    expect(await ask(second.vault, sha256)).toMatchObject({ failure: expect.stringContaining('is damaged') });
    expect(await filesIn(second.folder)).toEqual([]);
    expect(await ask(second.vault, other)).toMatchObject({ stacks: [{ frames: [[{ file: 'other.js' }]] }] });
  });

  test('content that an edge removes while another takes it for a new file is put back', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const sha256 = await keep(first.vault);
    const received = await second.vault.receive(bodyOf(plainMap()), 'sourcemap');
    expect(await received.keep()).toEqual([]);
    await first.vault.remove(sha256);
    await received.confirm();
    await received.discard();
    expect(await ask((await newEdge()).vault, sha256)).toMatchObject(resolved);
  });
});

describe('SymbolSync', () => {
  test('what an installation of one machine has is shared when it gets a storage, and used elsewhere', async () => {
    const moved = await newEdge();
    const sha256 = await keep(moved.local);
    const other = await newEdge();
    expect(await ask(moved.vault, sha256)).toMatchObject(resolved);
    expect(await ask(other.vault, sha256)).toMatchObject({ failure: 'A symbol file is not in the file storage.' });
    moved.inUse = [sha256];
    expect(await moved.sync.run()).toEqual({ shared: 1, removed: 0 });
    expect(await moved.sync.run()).toEqual({ shared: 0, removed: 0 });
    await expect.poll(() => ask(other.vault, sha256)).toMatchObject(resolved);
  });

  test('what a wrong database does not know is neither shared nor removed', async () => {
    const edge = await newEdge();
    const own = await keep(edge.local);
    const shared = await keep(edge.vault, plainMap('shared.js'));
    await edge.age();
    await edge.sync.run();
    expect(await edge.local.has(own)).toBe(true);
    expect(server.objects.size).toBe(1);
    expect(await edge.local.has(shared)).toBe(false);
    expect(await ask(edge.vault, shared)).toMatchObject({ stacks: [{ frames: [[{ file: 'shared.js' }]] }] });
  });

  test('an upload that ended before it was listed is removed after a day, not before', async () => {
    const edge = await newEdge();
    const received = await edge.vault.receive(bodyOf(plainMap()), 'sourcemap');
    await received.keep();
    expect(await edge.sync.run()).toEqual({ shared: 0, removed: 0 });
    expect(server.objects.size).toBe(1);
    await edge.age();
    expect(await edge.sync.run()).toEqual({ shared: 0, removed: 1 });
    expect(server.objects.size).toBe(0);
    await received.discard();
    expect(await filesIn(edge.folder)).toEqual([]);
  });

  test('a removal that the storage could not hear of is made up for; one that is needed again is not', async () => {
    const edge = await newEdge();
    const [gone, again] = [await keep(edge.vault), await keep(edge.vault, plainMap('again.js'))];
    await server.stop();
    for (const sha256 of [gone, again]) await edge.vault.remove(sha256);
    expect(edge.notRemoved).toHaveLength(2);
    await server.start();
    await edge.age();
    edge.inUse = [again];
    expect(await edge.sync.run()).toEqual({ shared: 0, removed: 1 });
    expect([...server.objects.keys()]).toEqual([expect.stringContaining(again)]);
  });

  test('a copy of what another edge has removed goes from the disk', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const sha256 = await keep(first.vault);
    await ask(second.vault, sha256);
    await first.vault.remove(sha256);
    await second.age();
    await second.sync.run();
    expect(await filesIn(second.folder)).toEqual([]);
  });

  test('everything that is shared can be had on this disk', async () => {
    const [first, second] = [await newEdge(), await newEdge()];
    const contents = [await keep(first.vault), await keep(first.vault, plainMap('b.js'))];
    await second.sync.bringAll();
    for (const sha256 of contents) expect(await second.local.has(sha256)).toBe(true);
    await server.stop();
    await expect(second.sync.bringAll()).rejects.toThrow(FileStorageUnavailable);
  });
});
