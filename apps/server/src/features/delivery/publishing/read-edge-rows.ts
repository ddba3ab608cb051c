import type {
  SnapshotEnvironment,
  SnapshotExperiment,
  SnapshotGroup,
  SnapshotKey,
  SnapshotProject,
  SnapshotSchema,
} from '../../../edge/edge-snapshot.ts';
import { rulesetExperiment } from '../../../edge/ruleset.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { readId } from '../../../engines/sqlite/stored-text.ts';

type ExperimentRow = Omit<Parameters<typeof rulesetExperiment>[0], 'variants'> & {
  readonly variants: string;
  readonly position: number;
};
type KeyRow = Omit<SnapshotKey, 'isRevoked'> & { readonly isRevoked: number };
type GroupRow = Omit<SnapshotGroup, 'members'> & { readonly id: string };

const PROJECTS = 'SELECT id, slug, plan, timezone, retention_days AS retentionDays FROM projects';
const ENVIRONMENTS = `SELECT id, project_id AS projectId, slug, config_version AS configVersion FROM environments`;
const KEYS = `SELECT id, hash, kind, scope, project_id AS projectId, environment_id AS environmentId,
  revoked_at IS NOT NULL AS isRevoked FROM api_keys`;
const SCHEMAS = `SELECT project_id AS projectId, event_name AS eventName, mode,
  CASE mode WHEN 'allow' THEN '' ELSE properties END AS propertiesJson FROM event_schemas`;
const EXPERIMENTS = `SELECT id, environment_id, key, unit, status, traffic_pct, variants, winner,
  created_at AS position FROM experiments`;
const GROUPS = 'SELECT id, project_id AS projectId, key, members_revision AS revision FROM groups';
const MEMBERS = 'SELECT user_id AS userId FROM group_members WHERE group_id = ? ORDER BY added_at';

/** Each row that requests need, all of them or one by its id. */
export const edgeRows = {
  projects: (sql: Sql) => sql.all<SnapshotProject>(`${PROJECTS} ORDER BY id`),
  project: (sql: Sql, id: string) => sql.one<SnapshotProject>(`${PROJECTS} WHERE id = ?`, id),
  environments: (sql: Sql) => sql.all<SnapshotEnvironment>(`${ENVIRONMENTS} ORDER BY id`),
  environment: (sql: Sql, id: string) => sql.one<SnapshotEnvironment>(`${ENVIRONMENTS} WHERE id = ?`, id),
  keys: (sql: Sql) => sql.all<KeyRow>(`${KEYS} ORDER BY id`).map(readKey),
  key: (sql: Sql, id: string) => sql.all<KeyRow>(`${KEYS} WHERE id = ?`, id).map(readKey)[0],
  schemas: (sql: Sql) => sql.all<SnapshotSchema>(`${SCHEMAS} ORDER BY id`).map(readSchema),
  schema: (sql: Sql, projectId: string, storedName: string) =>
    sql
      .all<SnapshotSchema>(`${SCHEMAS} WHERE project_id = ? AND event_name = ?`, projectId, storedName)
      .map(readSchema)[0],
  experiments: (sql: Sql) => sql.all<ExperimentRow>(`${EXPERIMENTS} ORDER BY created_at`).flatMap(readExperiment),
  /** Undefined for one that assigns nobody. */
  experiment: (sql: Sql, id: string) =>
    sql.all<ExperimentRow>(`${EXPERIMENTS} WHERE id = ?`, id).flatMap(readExperiment)[0],
  groups: (sql: Sql): SnapshotGroup[] =>
    sql.all<GroupRow>(`${GROUPS} ORDER BY created_at`).map(({ id, projectId, key, revision }) => {
      const members = sql.all<{ userId: string }>(MEMBERS, id).map(({ userId }) => readId(userId));
      return { projectId, key, revision, members };
    }),
  group: (sql: Sql, id: string) => sql.one<GroupRow>(`${GROUPS} WHERE id = ?`, id),
  operatorTokenHashes: (sql: Sql) =>
    sql.all<{ hash: string }>('SELECT hash FROM operator_tokens ORDER BY hash').map(({ hash }) => hash),
};

const readKey = (row: KeyRow): SnapshotKey => ({ ...row, isRevoked: row.isRevoked === 1 });

const readSchema = (row: SnapshotSchema): SnapshotSchema => ({ ...row, eventName: readId(row.eventName) });

function readExperiment({ position, variants, ...row }: ExperimentRow): SnapshotExperiment[] {
  const definition = rulesetExperiment({ ...row, variants: JSON.parse(variants) });
  return definition === undefined ? [] : [{ environmentId: row.environment_id, position, definition }];
}
