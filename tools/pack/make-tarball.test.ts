import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeTarball } from './make-tarball.mjs';

const file = (path: string, text: string, isProgram = false) => ({ path, bytes: Buffer.from(text), isProgram });

test('tar reads what was packed: names of any length, empty files, programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-tar-'));
  try {
    const long = `${'folder-with-a-name/'.repeat(7)}${'x'.repeat(80)}.js`;
    const files = [
      file('a.js', 'run', true),
      file('empty', ''),
      file(long, 'y'.repeat(1_024)),
      file('z', 'z'.repeat(511)),
    ];
    writeFileSync(join(folder, 'p.tgz'), makeTarball(files));
    execFileSync('tar', ['-xzf', 'p.tgz'], { cwd: folder });
    for (const { path, bytes } of files) expect(readFileSync(join(folder, 'package', path)).equals(bytes)).toBe(true);
    expect(statSync(join(folder, 'package/a.js')).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'package/z')).mode & 0o777).toBe(0o644);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the same files give the same bytes, in whatever order they come', () => {
  const files = [file('b', '2'), file('a', '1'), file('c/d', '3')];
  const tarball = makeTarball(files);
  expect(tarball.equals(makeTarball([...files].reverse()))).toBe(true);
  // Neither the time at which it was packed nor the system that did: npm's time, and "unknown".
  expect(gunzipSync(tarball).subarray(136, 147).toString()).toBe('03560116604');
  expect([tarball.readUInt32LE(4), tarball[9]]).toEqual([0, 255]);
});

test('names that cannot be packed are refused, not cut', () => {
  expect(() => makeTarball([file(`${'x'.repeat(120)}`, '')])).toThrow('too long');
  expect(() => makeTarball([file('schön.js', '')])).toThrow('ASCII');
});
