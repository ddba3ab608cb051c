import type { KnownDevices } from '../known-devices.ts';
import type { Sql } from '../sql.ts';
import { changeOperations } from './change-operations.ts';
import { crashGroupOperations } from './crash-group-operations.ts';
import { dashboardOperations } from './dashboard-operations.ts';
import { deviceOperations } from './device-operations.ts';
import { environmentOperations } from './environment-operations.ts';
import { experimentOperations } from './experiment-operations.ts';
import { feedbackOperations } from './feedback-operations.ts';
import { flagOperations } from './flag-operations.ts';
import { groupMemberOperations } from './group-member-operations.ts';
import { groupOperations } from './group-operations.ts';
import { installationOperations } from './installation-operations.ts';
import { invitationOperations } from './invitation-operations.ts';
import { jobOperations } from './job-operations.ts';
import { keyOperations } from './key-operations.ts';
import { memberOperations } from './member-operations.ts';
import { membershipOperations } from './membership-operations.ts';
import type { Operation } from './operation.ts';
import { planOperations } from './plan-operations.ts';
import { privacyOperations } from './privacy-operations.ts';
import { projectOperations } from './project-operations.ts';
import { regressionOperations } from './regression-operations.ts';
import { releaseOperations } from './release-operations.ts';
import { schemaOperations } from './schema-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { snapshotOperations } from './snapshot-operations.ts';
import { symbolOperations } from './symbol-operations.ts';
import { targetingOperations } from './targeting-operations.ts';
import { userOperations } from './user-operations.ts';

/** Everything the worker can be asked, by name. */
export function operationsOn(sql: Sql, known?: KnownDevices) {
  return {
    ...projectOperations(sql),
    ...environmentOperations(sql),
    ...planOperations(sql),
    ...keyOperations(sql),
    ...deviceOperations(sql, known),
    ...userOperations(sql),
    ...privacyOperations(sql),
    ...flagOperations(sql),
    ...targetingOperations(sql),
    ...experimentOperations(sql),
    ...groupOperations(sql),
    ...groupMemberOperations(sql),
    ...dashboardOperations(sql),
    ...schemaOperations(sql),
    ...symbolOperations(sql),
    ...releaseOperations(sql),
    ...regressionOperations(sql),
    ...crashGroupOperations(sql),
    ...changeOperations(sql),
    ...jobOperations(sql),
    ...feedbackOperations(sql),
    ...memberOperations(sql),
    ...membershipOperations(sql),
    ...sessionOperations(sql),
    ...invitationOperations(sql),
    ...installationOperations(sql),
    ...snapshotOperations(sql),
  };
}

export type Operations = ReturnType<typeof operationsOn>;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> =
  Operations[Name] extends Operation<infer Args, unknown> ? Args : never;
export type OperationResult<Name extends OperationName> =
  Operations[Name] extends Operation<infer _Args, infer Result> ? Result : never;
