import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresControlPlane } from '../../compose/control/postgres-control-plane.ts';
import { newTestProject } from '../test-project.contract.ts';
import { TestDatabases } from './test-database.contract.ts';

const databases = new TestDatabases();
let folder: string;
beforeAll(async () => {
  await databases.open();
  folder = await mkdtemp(join(tmpdir(), 'lamppost-copied-'));
});
afterAll(async () => {
  await databases.close();
  await rm(folder, { recursive: true, force: true });
});

test('a copy is one file, whole when it resolves, so that a backup can take its checksum', async () => {
  const { url } = await databases.create();
  const control = new PostgresControlPlane({ url });
  control.start();
  await control.ready();
  await newTestProject(control, 'copied');
  await control.copyTo(join(folder, 'control.db'));
  expect(await readdir(folder)).toEqual(['control.db']);
  await control.close();
});
