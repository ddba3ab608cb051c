import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { packSdk } from './pack-sdk.mjs';
import { unlinkReadme } from './unlink-readme.mjs';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lamppost-packed-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(sdkPackages)('$folder', ({ folder }) => {
  let unpacked: string;
  let files: string[];
  beforeAll(() => {
    const { file, bytes } = packSdk(folder);
    unpacked = join(root, folder, 'package');
    execFileSync('mkdir', ['-p', dirname(unpacked)]);
    writeFileSync(join(root, folder, file), bytes);
    execFileSync('tar', ['-xzf', file], { cwd: join(root, folder) });
    files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  });
  const manifest = () => JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));

  test('is the same bytes each time', () => {
    expect(packSdk(folder).bytes.equals(packSdk(folder).bytes)).toBe(true);
  });

  test('has a license, types, and everything that its package.json names', () => {
    expect(readFileSync(join(unpacked, 'LICENSE')).equals(readFileSync(inRepository('LICENSE')))).toBe(true);
    const named = [...JSON.stringify(manifest()).matchAll(/"\.\/(dist\/[^"]+)"/g)].map(([, path]) => path);
    expect(named.some((path) => path?.endsWith('.d.ts'))).toBe(true);
    expect(named.filter((path) => !files.includes(path ?? ''))).toEqual([]);
  });

  test('has nothing that is for developers of Lamppost, and needs no other package of ours', () => {
    const { devDependencies, dependencies, scripts } = manifest();
    expect({ devDependencies, dependencies, scripts }).toEqual({});
    expect(files.filter((file) => /(?:^|\/)(?:src|test|modules)(?:\/|$)|\.tsbuildinfo$|\.map$/.test(file))).toEqual([]);
  });

  test('says which commit it is of', () => {
    const { gitHead, provenance } = manifest();
    expect(provenance.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(gitHead).toBe(provenance.commit);
    expect(Date.parse(provenance.committed_at)).toBeGreaterThan(0);
  });

  test('has a README without a link that leads nowhere', () => {
    const readme = readFileSync(join(unpacked, 'README.md'), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((link) => !/^(?:https?:|#)/.test(link) && !files.includes(link))).toEqual([]);
  });
});

test('a link that leads out of the package becomes its text, and of a guide it says where it is', () => {
  const text =
    'See [the guide](../../docs/guides/sdk.md#options), [Node](../sdk-node/README.md), [ours](NOTICES.md), [x](https://x.dev) and [above](#top).';
  expect(unlinkReadme(text, (path) => path === 'NOTICES.md')).toBe(
    'See the guide (docs/guides/sdk.md in the repository of Lamppost), Node, [ours](NOTICES.md), [x](https://x.dev) and [above](#top).',
  );
});
