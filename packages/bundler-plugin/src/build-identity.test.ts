import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyBuild } from './build-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lamppost-identity-'));
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'package.json'), '{"version":"2.1.0"}');
  writeFileSync(join(folder, 'app/package.json'), '{"private":true}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const identify = (options = {}, env = {}) => identifyBuild(options, join(folder, 'app'), env);

test('the release is what is given, then LP_RELEASE, then the version of the nearest package.json that has one', async () => {
  expect((await identify({ release: '9' }, { LP_RELEASE: '8' })).release).toBe('9');
  expect((await identify({}, { LP_RELEASE: '8' })).release).toBe('8');
  expect((await identify()).release).toBe('2.1.0');
});

test('the build is the commit while nothing is changed, and something new each time otherwise', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const outside = [await identify(), await identify()];
  expect(outside[0]?.build).toMatch(/^[0-9a-f]{12}$/);
  expect(outside[0]?.build).not.toBe(outside[1]?.build);
  expect(outside[0]?.commit).toBeUndefined();

  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const commit = git('rev-parse', 'HEAD');
  expect(await identify()).toEqual({ release: '2.1.0', build: commit.slice(0, 12), commit, branch: 'main' });
  expect((await identify({ build: 'mine' })).build).toBe('mine');

  writeFileSync(join(folder, 'app/package.json'), '{"private":false}');
  const changed = await identify();
  expect(changed.commit).toBe(commit);
  expect(changed.build).not.toBe(commit.slice(0, 12));
});
