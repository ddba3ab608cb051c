import type {
  EdgeSnapshot,
  SnapshotEnvironment,
  SnapshotKey,
  SnapshotProject,
  SnapshotSchema,
} from '../../../../snapshot/edge-snapshot.ts';
import type { Sql } from '../sql.ts';
import { readId } from '../stored-text.ts';
import { reading } from './operation.ts';
import { listPlans } from './plan-operations.ts';
import { type CarriedRuleset, readRulesets } from './read-rulesets.ts';

const PROJECTS = 'SELECT id, slug, plan, timezone, retention_days AS retentionDays FROM projects ORDER BY id';
const ENVIRONMENTS = `SELECT id, project_id AS projectId, slug, config_version AS configVersion
  FROM environments ORDER BY id`;
const KEYS = `SELECT id, hash, kind, project_id AS projectId, environment_id AS environmentId,
  revoked_at IS NOT NULL AS isRevoked FROM api_keys ORDER BY id`;

const SCHEMAS = `SELECT project_id AS projectId, event_name AS eventName, mode,
  CASE mode WHEN 'allow' THEN '' ELSE properties END AS propertiesJson FROM event_schemas ORDER BY id`;

export interface CarriedSnapshot extends Omit<EdgeSnapshot, 'rulesets'> {
  readonly rulesets: readonly CarriedRuleset[];
}

export function snapshotOperations(sql: Sql) {
  return {
    /** One connection and nothing in between: the parts belong together. */
    'snapshot.read': reading((): CarriedSnapshot => {
      const environments = sql.all<SnapshotEnvironment>(ENVIRONMENTS);
      return {
        takenAtMs: Date.now(),
        projects: sql.all<SnapshotProject>(PROJECTS),
        environments,
        rulesets: readRulesets(sql, environments),
        schemas: sql.all<SnapshotSchema>(SCHEMAS).map((schema) => ({ ...schema, eventName: readId(schema.eventName) })),
        plans: listPlans(sql),
        keys: sql
          .all<Omit<SnapshotKey, 'isRevoked'> & { isRevoked: number }>(KEYS)
          .map((key) => ({ ...key, isRevoked: key.isRevoked === 1 })),
        operatorTokenHashes: sql
          .all<{ hash: string }>('SELECT hash FROM operator_tokens ORDER BY hash')
          .map((token) => token.hash),
      };
    }),
  };
}
