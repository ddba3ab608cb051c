import { execFileSync } from 'node:child_process';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SymbolFault } from '../symbol-fault.ts';
import { listArchive, readArchiveEntry } from './read-archive.ts';
import { type ZipEntry, zipOf } from './zip-of.contract.ts';

const read = (archive: Buffer) =>
  listArchive(archive).map((entry) => [entry.path, readArchiveEntry(archive, entry).toString()]);

test('files are read, stored or deflated, and folders are none', () => {
  const archive = zipOf([
    { path: 'dist/', content: '', isStored: true },
    { path: 'dist/a.map', content: 'aaaa' },
    { path: 'ü.map', content: 'b', isStored: true },
  ]);
  expect(read(archive)).toEqual([
    ['dist/a.map', 'aaaa'],
    ['ü.map', 'b'],
  ]);
});

test("an archive that Python's zipfile made is read", () => {
  const script = [
    'import sys, io, zipfile',
    'out = io.BytesIO()',
    'archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)',
    'archive.writestr("dist/app.js.map", "x" * 5000)',
    'archive.close()',
    'sys.stdout.buffer.write(out.getvalue())',
  ].join('\n');
  let archive: Buffer;
  try {
    archive = execFileSync('python3', ['-c', script]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  expect(read(archive)).toEqual([['dist/app.js.map', 'x'.repeat(5000)]]);
});

const one = (more: Partial<ZipEntry>): Buffer => zipOf([{ path: 'a.map', content: 'content', ...more }]);
const small = deflateRawSync(Buffer.alloc(16 * 1_048_576));

const refused: [string, Buffer, RegExp][] = [
  ['nothing', Buffer.alloc(0), /not a zip/],
  ['something else', Buffer.from('x'.repeat(100_000)), /not a zip/],
  ['a path out of the archive', one({ path: '../../etc/passwd' }), /leads out/],
  ['a path out of the archive in its middle', one({ path: 'a/../../b.map' }), /leads out/],
  ['an absolute path', one({ path: '/etc/passwd' }), /not a relative path/],
  ['a drive', one({ path: 'C:evil.map' }), /not a relative path/],
  ['backslashes', one({ path: '..\\evil.map' }), /invalid characters in its path/],
  ['NUL', one({ path: 'a\0.map' }), /invalid characters in its path/],
  ['an empty path', one({ path: '' }), /without a usable name/],
  ['a link', one({ mode: 0o120777 }), /is a link/],
  ['an encrypted entry', one({ flags: 0x0801 }), /encrypted/],
  ['an unknown packing', one({ method: 12 }), /uses an unsupported compression method/],
  ['a bomb', one({ packed: small, claimedBytes: 16 * 1_048_576 }), /has an implausible compression ratio/],
  ['an entry that is too large', one({ packed: Buffer.alloc(400_000), claimedBytes: 65 * 1_048_576 }), /larger than/],
  ['an entry longer than it says', one({ packed: small, claimedBytes: 1_000 }), /longer than the archive says/],
  ['an entry shorter than it says', one({ claimedBytes: 1_000 }), /not as long/],
  ['damaged content', one({ packed: deflateRawSync('CONTENT') }), /damaged/],
  ['content that is no deflate', one({ packed: Buffer.from([0xff, 0xff, 0xff]) }), /cannot be unpacked/],
  [
    'entries that overlap',
    zipOf([
      { path: 'a.map', content: 'x' },
      { path: 'b.map', content: 'x', sharesBytesOf: 0 },
    ]),
    /overlaps/,
  ],
  [
    'two entries of one name',
    zipOf([
      { path: 'a.map', content: 'x' },
      { path: 'a.map', content: 'y' },
    ]),
    /two entries/,
  ],
  [
    'more than it may hold in all',
    zipOf(
      Array.from({ length: 5 }, (_, at) => ({
        path: `${at}.map`,
        content: '',
        packed: Buffer.alloc(400_000),
        claimedBytes: 60 * 1_048_576,
      })),
    ),
    /holds more than/,
  ],
  ['a directory that is cut short', zipOf([{ path: 'a.map', content: 'x' }], 2), /cut short/],
  ['the zip64 kind', zipOf([{ path: 'a.map', content: 'x' }], 0xffff), /^Zip64 archives aren't supported/],
];
for (const [name, archive, message] of refused) {
  test(`an archive is refused for ${name}`, () => {
    expect(() => read(archive)).toThrow(SymbolFault);
    expect(() => read(archive)).toThrow(message);
  });
}

test('100,000 entries are refused before any is read', () => {
  const entries = Array.from({ length: 50_000 }, (_, at) => ({ path: `${at}.map`, content: '', isStored: true }));
  const archive = zipOf(entries);
  const startedAt = performance.now();
  expect(() => listArchive(archive)).toThrow(/more than 2000 entries/);
  expect(performance.now() - startedAt).toBeLessThan(50);
});

test('an archive cut or changed anywhere is read, or refused for a reason', () => {
  const archive = zipOf([
    { path: 'a.map', content: 'x'.repeat(50) },
    { path: 'b.map', content: 'y', isStored: true },
  ]);
  for (let at = 0; at < archive.length; at += 1) {
    for (const broken of [archive.subarray(0, at), changed(archive, at, 0xff), changed(archive, at, 0x01)]) {
      try {
        read(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(SymbolFault);
      }
    }
  }
});

function changed(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ mask;
  return copy;
}
