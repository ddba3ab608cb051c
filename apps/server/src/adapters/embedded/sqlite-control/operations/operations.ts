import type { Sql } from '../sql.ts';
import { deviceOperations } from './device-operations.ts';
import { environmentOperations } from './environment-operations.ts';
import { installationOperations } from './installation-operations.ts';
import { keyOperations } from './key-operations.ts';
import { memberOperations } from './member-operations.ts';
import type { Operation } from './operation.ts';
import { planOperations } from './plan-operations.ts';
import { projectOperations } from './project-operations.ts';
import { snapshotOperations } from './snapshot-operations.ts';

/** Everything the worker can be asked, by name. */
export function operationsOn(sql: Sql) {
  return {
    ...projectOperations(sql),
    ...environmentOperations(sql),
    ...planOperations(sql),
    ...keyOperations(sql),
    ...deviceOperations(sql),
    ...memberOperations(sql),
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
