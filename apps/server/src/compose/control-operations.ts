import type { Operation } from '../control/operation.ts';
import type { KnownDevices } from '../control/sqlite/known-devices.ts';
import type { Sql } from '../engines/sqlite/sql.ts';
import { changeOperations } from '../features/changes/change-operations.ts';
import { crashGroupOperations } from '../features/crashes/crash-group-operations.ts';
import { dashboardOperations } from '../features/dashboards/dashboard-operations.ts';
import { snapshotOperations } from '../features/delivery/publishing/snapshot-operations.ts';
import { deviceOperations } from '../features/devices/device-operations.ts';
import { userOperations } from '../features/devices/user-operations.ts';
import { schemaOperations } from '../features/events/schemas/schema-operations.ts';
import { experimentOperations } from '../features/experiments/experiment-operations.ts';
import { flagOperations } from '../features/flags/flag-operations.ts';
import { targetingOperations } from '../features/flags/targeting-operations.ts';
import { groupMemberOperations } from '../features/groups/group-member-operations.ts';
import { groupOperations } from '../features/groups/group-operations.ts';
import { invitationOperations } from '../features/members/invitation-operations.ts';
import { memberOperations } from '../features/members/member-operations.ts';
import { membershipOperations } from '../features/members/membership-operations.ts';
import { sessionOperations } from '../features/members/session-operations.ts';
import { feedbackOperations } from '../features/operations/feedback-operations.ts';
import { jobOperations } from '../features/operations/job-operations.ts';
import { privacyOperations } from '../features/privacy/privacy-operations.ts';
import { environmentOperations } from '../features/projects/environment-operations.ts';
import { installationOperations } from '../features/projects/first-start/installation-operations.ts';
import { keyOperations } from '../features/projects/keys/key-operations.ts';
import { planOperations } from '../features/projects/plan-operations.ts';
import { projectOperations } from '../features/projects/project-operations.ts';
import { regressionOperations } from '../features/releases/regression-operations.ts';
import { releaseOperations } from '../features/releases/release-operations.ts';
import { symbolOperations } from '../features/symbols/symbol-operations.ts';

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
