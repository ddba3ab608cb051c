import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { deviceStoreContract } from '../../../control/devices/device-store.contract.ts';
import { environmentStoreContract } from '../../../control/environments/environment-store.contract.ts';
import { firstStartContract } from '../../../control/first-start/first-start.contract.ts';
import { installationStoreContract } from '../../../control/first-start/installation-store.contract.ts';
import { keyStoreContract } from '../../../control/keys/key-store.contract.ts';
import { memberStoreContract } from '../../../control/members/member-store.contract.ts';
import { operatorStoreContract } from '../../../control/operators/operator-store.contract.ts';
import { planStoreContract } from '../../../control/plans/plan-store.contract.ts';
import { projectStoreContract } from '../../../control/projects/project-store.contract.ts';
import { snapshotSourceContract } from '../../../snapshot/snapshot-source.contract.ts';
import { SqliteControlPlane } from './sqlite-control-plane.ts';

const directories: string[] = [];

async function open(): Promise<SqliteControlPlane> {
  const directory = await mkdtemp(join(tmpdir(), 'lamppost-control-'));
  directories.push(directory);
  return new SqliteControlPlane({ path: join(directory, 'control.db'), mustExist: false });
}

afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

describe('SqliteControlPlane', () => {
  projectStoreContract(open);
  environmentStoreContract(open);
  planStoreContract(open);
  keyStoreContract(open);
  deviceStoreContract(open);
  memberStoreContract(open);
  operatorStoreContract(open);
  installationStoreContract(open);
  snapshotSourceContract(open);
  firstStartContract(open);
});
