import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mintProjectKeys } from '../keys/project-keys.ts';
import { writeBootstrapFile } from './bootstrap-file.ts';
import { describeFirstStart } from './describe-first-start.ts';

const result = {
  owner: { email: 'owner@localhost', password: 'abc' },
  operator_token: 'lpop_x',
  project: { id: '0190163d-8694-739b-aea5-966c26f8ad91', slug: 'default' },
  keys: mintProjectKeys(),
};
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lamppost-bootstrap-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('the bootstrap file is JSON that only its owner can read, also where a readable one was', async () => {
  const path = join(directory, 'bootstrap.json');
  await writeFile(path, 'old', { mode: 0o644 });
  await writeBootstrapFile(path, { ...result, base_url: 'http://127.0.0.1:8080' });
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ base_url: 'http://127.0.0.1:8080', ...result });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(['bootstrap.json']);
});

test('a bootstrap file that cannot be written names the setting', async () => {
  const writing = writeBootstrapFile(join(directory, 'no', 'such', 'file'), { ...result, base_url: 'x' });
  await expect(writing).rejects.toThrow('LP_BOOTSTRAP_FILE cannot be written');
});

test('the terminal text holds everything that is shown once', () => {
  const text = describeFirstStart(result, 'http://127.0.0.1:8080');
  const shown = [
    'http://127.0.0.1:8080',
    result.owner.email,
    result.owner.password,
    result.operator_token,
    ...Object.values(result.keys.production),
    ...Object.values(result.keys.development),
  ];
  for (const value of shown) expect(text).toContain(value);
});
