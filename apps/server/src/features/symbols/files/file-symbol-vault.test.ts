import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SymbolFault } from '../symbol-fault.ts';
import type { SymbolKind } from '../symbol-file-store.ts';
import { plainMap, symbolVaultContract } from '../symbol-vault.contract.ts';
import { type SymbolContent, VaultBusy } from '../symbol-vault.ts';
import { FileSymbolVault, type FileSymbolVaultOptions } from './file-symbol-vault.ts';

let folder: string;
const opened: FileSymbolVault[] = [];
const open = async (options: Partial<FileSymbolVaultOptions> = {}): Promise<FileSymbolVault> => {
  const vault = new FileSymbolVault({ folder, ...options });
  opened.push(vault);
  return vault;
};
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lamppost-symbols-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((vault) => vault.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('FileSymbolVault', () => {
  symbolVaultContract(async () => ({
    vault: await open(),
    reopen: () => open(),
    countFiles: async () => (await filesIn(folder)).length,
    dispose: async () => undefined,
  }));

  const bodyOf = async function* (...pieces: (string | Buffer)[]) {
    for (const piece of pieces) yield Buffer.from(piece);
  };
  const keep = async (vault: FileSymbolVault, text: string, kind: SymbolKind) => {
    const received = await vault.receive(bodyOf(text), kind);
    await received.keep();
    await received.discard();
    return { sha256: received.drafts[0]?.sha256 ?? '', kind };
  };
  const script = [{ platform: 'web', frames: [{ frame: { file: 'app.js', line: 1, column: 1 }, symbol: 0 }] }];
  /** Where it is not the limit that is tried. */
  const patientMs = 120_000;
  const slowMap = plainMap('a.js', { mappings: 'AAAA,'.repeat(900_000).slice(0, -1) });
  /** Asks again and again, so that on a busy machine those who ask are too many before the first is answered. */
  const untilAnswered = async (vault: FileSymbolVault, content: SymbolContent) => {
    for (;;) {
      const response = await vault.resolve(script, [content]);
      if ('stacks' in response || !/still being read|Too many reports/.test(response.failure)) return response;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const obfuscated = (name: string) => [
    { platform: 'android', frames: [{ frame: { module: name, function: 'a', line: 1 }, symbol: 0 }] },
  ];

  test('its files are ordinary gzip files', async () => {
    const text = `${'com.shop.Cart -> a.a:\n    1:3:void add():20:22 -> a\n'.repeat(20_000)}`;
    await keep(await open(), text, 'proguard');
    const path = (await filesIn(folder)).find((name) => name.endsWith('.gz')) ?? '';
    expect(execFileSync('gzip', ['-dc', path], { maxBuffer: 2 ** 24 }).toString() === text).toBe(true);
  });

  test('a mapping of 60 MB is indexed once and asked without being read again', async () => {
    const method = 'void someMethodWithAName(com.shop.Item,int)';
    const members = Array.from({ length: 20 }, (_, at) => `    ${at}:${at}:${method}:${at}:${at} -> a\n`).join('');
    const classes = 45_000;
    const pieces = function* () {
      for (let at = 0; at < classes; at += 1) yield Buffer.from(`com.shop.feature.Class${at} -> x.c${at}:\n${members}`);
    };
    const vault = await open();
    const received = await vault.receive(
      (async function* () {
        yield* pieces();
      })(),
      'proguard',
    );
    await received.keep();
    await received.discard();
    const [draft] = received.drafts;
    expect(draft?.bytes).toBeGreaterThan(55_000_000);
    const contents = [{ sha256: draft?.sha256 ?? '', kind: 'proguard' as const }];
    await vault.resolve(obfuscated('x.c1'), contents);
    const startedAt = performance.now();
    const response = await vault.resolve(obfuscated(`x.c${classes - 1}`), contents);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(response).toMatchObject({ stacks: [{ frames: [[{ module: `com.shop.feature.Class${classes - 1}` }]] }] });
  }, 30_000);

  test('an index that is missing or damaged is made again', async () => {
    const vault = await open();
    const content = await keep(vault, 'com.shop.Cart -> a.a:\n    1:3:void add():20:22 -> a\n', 'proguard');
    await vault.close();
    const path = (await filesIn(folder)).find((name) => name.endsWith('.idx')) ?? '';
    for (const damage of [
      () => rm(path),
      () => writeFile(path, 'not an index'),
      () => writeFile(path, '{"format":1}\n'),
    ]) {
      await damage();
      const response = await (await open()).resolve(obfuscated('a.a'), [content]);
      expect(response).toMatchObject({ stacks: [{ frames: [[{ function: 'add', line: 20 }]] }] });
    }
  });

  test('what an upload left behind when the process ended is gone after the next start', async () => {
    const vault = await open();
    await vault.receive(bodyOf(plainMap()), 'sourcemap');
    expect(await filesIn(folder)).not.toEqual([]);
    await (await open()).clearDrafts();
    expect(await filesIn(folder)).toEqual([]);
  });

  test('a map that takes too much memory is refused, and the next upload is taken', async () => {
    const vault = await open({ heapMb: 64 });
    const mappings = 'AAAA,CAAC;'.repeat(1_000_000);
    await expect(vault.receive(bodyOf(plainMap('a.js', { mappings })), 'sourcemap')).rejects.toThrow(
      /^Processing needs too much memory or time\.$/,
    );
    expect(await keep(vault, plainMap(), 'sourcemap')).toMatchObject({ kind: 'sourcemap' });
    expect((await filesIn(folder)).filter((name) => name.includes('drafts'))).toEqual([]);
  }, 30_000);

  test('the largest map that is allowed is taken within the memory of a worker', async () => {
    const vault = await open({ workMs: patientMs });
    const before = process.memoryUsage.rss();
    const mappings = 'AAAA,'.repeat(3_999_990);
    const content = await keep(vault, plainMap('a.js', { mappings: mappings.slice(0, -1) }), 'sourcemap');
    const response = await untilAnswered(vault, content);
    expect(response).toMatchObject({ stacks: [{ frames: [[{ file: 'a.js' }]] }] });
    expect(process.memoryUsage.rss() - before).toBeLessThan(1_500 * 1_048_576);
  }, 120_000);

  test('an answer that takes long is not waited for, and is there the next time', async () => {
    const vault = await open({ resolveMs: 20, workMs: patientMs });
    const content = await keep(vault, slowMap, 'sourcemap');
    const startedAt = performance.now();
    expect(await vault.resolve(script, [content])).toEqual({ failure: expect.stringContaining('still being read') });
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(await untilAnswered(vault, content)).toMatchObject({ stacks: [{ frames: [[{ file: 'a.js' }]] }] });
  }, 120_000);

  test('a file that takes too long ends its worker only, and is not asked again for a while', async () => {
    const vault = await open({ workMs: 30 });
    const slow = await keep(vault, slowMap, 'sourcemap');
    const quick = await keep(await open(), plainMap(), 'sourcemap');
    expect(await vault.resolve(script, [slow])).toEqual({ failure: expect.stringContaining('longer than 30 ms') });
    expect(await vault.resolve(script, [slow])).toEqual({ failure: expect.stringContaining('a moment ago') });
    const patient = await open();
    expect(await patient.resolve(script, [quick])).toMatchObject({ stacks: [{ frames: [[{ file: 'cart.js' }]] }] });
  }, 30_000);

  test('more than four uploads at once are too many', async () => {
    const vault = await open();
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = () =>
      vault.receive(
        (async function* () {
          await gate;
          yield Buffer.from(plainMap());
        })(),
        'sourcemap',
      );
    const four = [slow(), slow(), slow(), slow()];
    await expect(slow()).rejects.toThrow(VaultBusy);
    release();
    for (const received of await Promise.all(four)) await received.discard();
    await (await slow()).discard();
  });

  test('a closed vault answers with a failure', async () => {
    const vault = await open();
    const content = await keep(vault, plainMap(), 'sourcemap');
    await vault.close();
    expect(await vault.resolve(script, [content])).toMatchObject({ failure: expect.any(String) });
    await expect(vault.receive(bodyOf(plainMap()), 'sourcemap')).rejects.not.toBeInstanceOf(SymbolFault);
  });
});
