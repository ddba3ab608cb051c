import { afterAll, beforeAll, describe, expect } from 'vitest';
import { controlPlaneContract } from '../../compose/control/control-plane.contract.ts';
import { PostgresControlPlane } from '../../compose/control/postgres-control-plane.ts';
import { TestDatabases } from './test-database.contract.ts';

const databases = new TestDatabases();
let original = '';

/** A database with tables and nothing in them, made once: a copy is quicker. */
beforeAll(async () => {
  await databases.open();
  const { name, url } = await databases.create();
  original = name;
  const control = new PostgresControlPlane({ url });
  control.start();
  expect(await control.ready()).toEqual({ isNew: true });
  await control.close();
});
afterAll(() => databases.close());

async function open(): Promise<PostgresControlPlane> {
  const { url } = await databases.create(original);
  const control = new PostgresControlPlane({
    url,
    poolSize: 4,
    checkRegex: (pattern) => (pattern.includes('(?=') ? 'looks ahead' : undefined),
  });
  control.start();
  await control.ready();
  return control;
}

describe('PostgresControlPlane', () => controlPlaneContract(open));
