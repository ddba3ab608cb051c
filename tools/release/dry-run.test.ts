import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';

const run = promisify(execFile);
const version = '999.0.0';
const target = inRepository(`dist/release/${version}`);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: inRepository('.'), encoding: 'utf8', maxBuffer: 2 ** 26 });
const state = (): string => git('status', '--porcelain') + git('diff');

let before: string;
let output: string;
beforeAll(async () => {
  before = state();
  const release = run(process.execPath, ['tools/release/main.mjs', version, '--dry-run'], { cwd: inRepository('.') });
  output = (await release).stdout;
}, 180_000);
afterAll(() => rmSync(target, { recursive: true, force: true }));

const inTarball = (file: string, path: string): string =>
  execFileSync('tar', ['-xzOf', join(target, file), `package/${path}`], { encoding: 'utf8', maxBuffer: 2 ** 26 });

test('a dry run packs everything under the new version, with checksums that hold', () => {
  const names = ['browser', 'bundler-plugin', 'lamppost', 'node', 'openfeature', 'react', 'react-native'].map(
    (name) => `${name}-${version}.tgz`,
  );
  expect(readdirSync(target).toSorted()).toEqual(['SHA256SUMS', ...names]);
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: target, encoding: 'utf8' })).not.toContain(
    'FAILED',
  );
  for (const name of names) expect(JSON.parse(inTarball(name, 'package.json')).version).toBe(version);
});

test('SDKs, the server, and the SDKs that the server hands out are of that version', () => {
  for (const name of ['browser', 'node', 'react-native']) {
    expect(inTarball(`${name}-${version}.tgz`, 'dist/index.js')).toContain(version);
  }
  const product = `lamppost-${version}.tgz`;
  expect(JSON.parse(inTarball(product, 'apps/server/package.json')).version).toBe(version);
  expect(JSON.parse(inTarball(product, 'packages/protocol/dist/openapi.json')).info.version).toBe(version);
  expect(execFileSync('tar', ['-tzf', join(target, product)], { encoding: 'utf8' })).toContain(
    `dist/sdk/browser-${version}.tgz`,
  );
});

test('it says what it would change, and changes nothing', () => {
  for (const path of ['CHANGELOG.md', 'package-lock.json', 'apps/server/package.json'])
    expect(output).toContain(`  ${path}\n`);
  expect(output).toContain('### Added');
  expect(state()).toBe(before);
});
