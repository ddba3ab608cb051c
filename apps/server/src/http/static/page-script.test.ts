import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PageScript } from './page-script.ts';

test('a script that is not built is none; built, and built anew, it is what it is now', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-script-'));
  try {
    const path = join(folder, 'lamppost.js');
    const script = new PageScript(path);
    expect(await script.read()).toBeUndefined();
    writeFileSync(path, 'one');
    const first = await script.read();
    expect(gunzipSync(first?.gzipped ?? '').toString()).toBe('one');
    expect(await script.read()).toBe(first);
    writeFileSync(path, 'another');
    utimesSync(path, 1, 1);
    const second = await script.read();
    expect(second?.bytes.toString()).toBe('another');
    expect(second?.tag).not.toBe(first?.tag);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
