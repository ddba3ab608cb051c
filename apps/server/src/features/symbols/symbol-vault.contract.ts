import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RawFrame } from '../crashes/grouping/crash-frame.ts';
import { zipOf } from './archive/zip-of.contract.ts';
import { SymbolFault } from './symbol-fault.ts';
import type { SymbolKind } from './symbol-file-store.ts';
import { type SymbolContent, type SymbolVault, UploadTooLarge } from './symbol-vault.ts';

export interface VaultUnderTest {
  readonly vault: SymbolVault;
  /** The same place, opened as after a restart. */
  reopen(): Promise<SymbolVault>;
  /** How many files it has on disk, whatever they are. */
  countFiles(): Promise<number>;
  dispose(): Promise<void>;
}

export const plainMap = (file = 'cart.js', more: object = {}): string =>
  JSON.stringify({ version: 3, file: 'app.js', sources: [file], names: [], mappings: 'AAAA', ...more });
const mapping = 'com.shop.Cart -> a.a:\n    1:3:void add():20:22 -> a\n';

export function symbolVaultContract(open: () => Promise<VaultUnderTest>): void {
  describe('SymbolVault', () => {
    let place: VaultUnderTest;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(() => place.dispose());

    const bodyOf = async function* (...pieces: (string | Buffer)[]) {
      for (const piece of pieces) yield Buffer.from(piece);
    };
    const keep = async (text: string, kind: SymbolKind): Promise<SymbolContent> => {
      const received = await place.vault.receive(bodyOf(text), kind);
      await received.keep();
      await received.discard();
      return { sha256: received.drafts[0]?.sha256 ?? '', kind };
    };
    const run = async (content: SymbolContent, frame: RawFrame, offset?: number, vault = place.vault) => {
      const planned = { frame, symbol: 0, ...(offset === undefined ? {} : { offset }) };
      const response = await vault.resolve([{ platform: 'any', frames: [planned] }], [content]);
      return 'stacks' in response ? response.stacks[0]?.frames[0] : response;
    };
    const script: RawFrame = { file: 'app.js', line: 1, column: 1 };
    const obfuscated: RawFrame = { module: 'a.a', function: 'a', line: 2 };

    test('every kind of content can be asked, also after the next start', async () => {
      const map = await keep(plainMap(), 'sourcemap');
      const proguard = await keep(mapping, 'proguard');
      const table = await keep('00001000 T load\n', 'elf');
      for (const vault of [place.vault, await place.reopen()]) {
        expect(await run(map, script, undefined, vault)).toMatchObject([{ file: 'cart.js', line: 1 }]);
        expect(await run(proguard, obfuscated, undefined, vault)).toMatchObject([{ function: 'add', line: 21 }]);
        expect(await run(table, { address: '0x1004' }, 0x1004, vault)).toMatchObject([{ function: 'load' }]);
      }
    });

    test('what the content says of itself comes with the draft', async () => {
      const received = await place.vault.receive(bodyOf(plainMap('a.js', { debugId: 'x-1' })), 'sourcemap');
      expect(received.drafts).toEqual([
        expect.objectContaining({ debugId: 'x-1', file: 'app.js', bytes: expect.any(Number) }),
      ]);
      await received.discard();
    });

    test('the same content is kept once', async () => {
      await keep(mapping, 'proguard');
      const files = await place.countFiles();
      const again = await place.vault.receive(bodyOf(mapping), 'proguard');
      expect(await again.keep()).toEqual([]);
      await again.discard();
      expect(await place.countFiles()).toBe(files);
    });

    test('what is discarded, refused or removed leaves nothing behind', async () => {
      await (await place.vault.receive(bodyOf(mapping), 'proguard')).discard();
      expect(await place.countFiles()).toBe(0);
      await expect(place.vault.receive(bodyOf('not a mapping'), 'proguard')).rejects.toThrow(SymbolFault);
      expect(await place.countFiles()).toBe(0);
      const { sha256 } = await keep(mapping, 'proguard');
      expect(await place.countFiles()).toBeGreaterThan(0);
      await place.vault.remove(sha256);
      expect(await place.countFiles()).toBe(0);
      await place.vault.remove(sha256);
    });

    test('content that is gone resolves nothing', async () => {
      expect(await run({ sha256: '0'.repeat(64), kind: 'sourcemap' }, script)).toBeNull();
    });

    test('a body that breaks off leaves nothing behind', async () => {
      const broken = (async function* () {
        yield Buffer.from(mapping);
        throw new Error('the client went away');
      })();
      await expect(place.vault.receive(broken, 'proguard')).rejects.toThrow('went away');
      expect(await place.countFiles()).toBe(0);
    });

    test('a body that is too large is refused while it comes', async () => {
      let pieces = 0;
      const endless = (async function* () {
        for (;;) {
          pieces += 1;
          yield Buffer.alloc(1_048_576, ' ');
        }
      })();
      await expect(place.vault.receive(endless, 'sourcemap')).rejects.toThrow(UploadTooLarge);
      expect(pieces).toBe(65);
      expect(await place.countFiles()).toBe(0);
    });

    test('an archive becomes its source maps, each under its path, and nothing else of it', async () => {
      const archive = zipOf([
        { path: 'dist/a.js.map', content: plainMap('a.ts', { debugId: 'one' }) },
        { path: 'dist/a.js', content: 'code' },
        { path: 'dist/deep/b.js.map', content: plainMap('b.ts'), isStored: true },
      ]);
      const received = await place.vault.receive(bodyOf(archive.subarray(0, 100), archive.subarray(100)), 'archive');
      expect(received.drafts.map(({ path, debugId }) => [path, debugId])).toEqual([
        ['dist/a.js.map', 'one'],
        ['dist/deep/b.js.map', undefined],
      ]);
      await received.keep();
      await received.discard();
      const [first] = received.drafts;
      expect(await run({ sha256: first?.sha256 ?? '', kind: 'sourcemap' }, script)).toMatchObject([{ file: 'a.ts' }]);
    });

    test('an archive with one bad map is refused whole, naming it', async () => {
      const archive = zipOf([
        { path: 'good.js.map', content: plainMap() },
        { path: 'bad.js.map', content: '{}' },
      ]);
      await expect(place.vault.receive(bodyOf(archive), 'archive')).rejects.toThrow(/^bad\.js\.map: /);
      expect(await place.countFiles()).toBe(0);
    });

    test('an archive that unpacks to more than it says is refused', async () => {
      const bomb = deflateRawSync(Buffer.alloc(8 * 1_048_576));
      const archive = zipOf([{ path: 'a.js.map', content: 'x', packed: bomb, claimedBytes: 100_000 }]);
      await expect(place.vault.receive(bodyOf(archive), 'archive')).rejects.toThrow(/longer than the archive says/);
    });
  });
}
