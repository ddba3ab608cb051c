import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { controlPlaneContract } from '../../compose/control/control-plane.contract.ts';
import { SqliteControlPlane } from '../../compose/control/sqlite-control-plane.ts';

const directory = await mkdtemp(join(tmpdir(), 'lamppost-control-'));
const original = join(directory, 'original.db');
let opened = 0;

/** A file without anything in it, made once: making one anew takes twice as long as opening it. */
beforeAll(async () => {
  const control = new SqliteControlPlane({ path: original, mustExist: false });
  expect(await control.ready()).toEqual({ isNew: true });
  await control.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function open(): Promise<SqliteControlPlane> {
  opened += 1;
  const path = join(directory, `${opened}.db`);
  await copyFile(original, path);
  return new SqliteControlPlane({
    path,
    mustExist: true,
    checkRegex: (pattern) => (pattern.includes('(?=') ? 'looks ahead' : undefined),
  });
}

describe('SqliteControlPlane', () => controlPlaneContract(open));
