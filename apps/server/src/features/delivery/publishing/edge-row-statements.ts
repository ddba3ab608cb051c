import type { Db } from '../../../control/sql/db.ts';
import {
  boolean,
  chosenId,
  integer,
  json,
  nullable,
  real,
  text,
  textOf,
  type ValuesOf,
} from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import { cohortTableKey } from '../../../edge/cohort-table-key.ts';
import type { EdgeMark, SnapshotExperiment, SnapshotGroup, SnapshotProject } from '../../../edge/edge-snapshot.ts';
import type { KeyKind, KeyScope } from '../../../edge/keys/key-kinds.ts';
import { type RulesetExperiment, rulesetExperiment } from '../../../edge/ruleset.ts';
import type { SchemaMode } from '../../../edge/schema-mode.ts';
import type { EdgeRowKind } from './watched-tables.ts';

type StoredExperiment = Parameters<typeof rulesetExperiment>[0];

const projectRow = {
  id: text,
  slug: text,
  plan: text,
  timezone: text,
  retentionDays: nullable(integer),
  holdoutId: nullable(text),
  heldOutPct: nullable(real),
  heldOutSinceMs: nullable(integer),
};
const environmentRow = { id: text, projectId: text, slug: text, configVersion: integer };
const keyRow = {
  id: text,
  hash: text,
  kind: textOf<KeyKind>(),
  scope: textOf<KeyScope>(),
  projectId: text,
  environmentId: text,
  isRevoked: boolean,
};
const schemaRow = { projectId: text, eventName: chosenId, mode: textOf<SchemaMode>(), propertiesJson: text };
const experimentRow = {
  id: text,
  environmentId: text,
  key: text,
  unit: textOf<StoredExperiment['unit']>(),
  status: textOf<StoredExperiment['status']>(),
  trafficPct: real,
  variants: json<StoredExperiment['variants']>(),
  winner: nullable(text),
  audience: json<NonNullable<RulesetExperiment['audience']>>(),
  overrides: json<NonNullable<RulesetExperiment['overrides']>>(),
  layer_id: nullable(text),
  ranges: nullable(json<NonNullable<StoredExperiment['ranges']>>()),
  completedAtMs: nullable(integer),
  position: integer,
};
const groupRow = { id: text, projectId: text, key: text, revision: integer };
const ofId = { id: text };

const PROJECTS = `SELECT id, slug, plan, timezone, retention_days AS retentionDays, holdout_id AS holdoutId,
  percentage AS heldOutPct, began_at AS heldOutSinceMs FROM projects LEFT JOIN holdouts ON project_id = id`;
const ENVIRONMENTS = 'SELECT id, project_id AS projectId, slug, config_version AS configVersion FROM environments';
const KEYS = `SELECT id, hash, kind, scope, project_id AS projectId, environment_id AS environmentId,
  CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END AS isRevoked FROM api_keys`;
const SCHEMAS = `SELECT project_id AS projectId, event_name AS eventName, mode,
  CASE mode WHEN 'allow' THEN '' ELSE properties END AS propertiesJson FROM event_schemas`;
const EXPERIMENTS = `SELECT id, environment_id AS environmentId, key, unit, status, traffic_pct AS trafficPct, variants,
  winner, audience, overrides, layer_id, ranges, completed_at AS completedAtMs, created_at AS position FROM experiments`;
const GROUPS = 'SELECT id, project_id AS projectId, key, members_revision AS revision FROM groups';

const ALL_PROJECTS = statement({ sql: `${PROJECTS} ORDER BY id`, row: projectRow });
const ONE_PROJECT = statement({ sql: `${PROJECTS} WHERE id = :id`, params: ofId, row: projectRow });
const ALL_ENVIRONMENTS = statement({ sql: `${ENVIRONMENTS} ORDER BY id`, row: environmentRow });
const ONE_ENVIRONMENT = statement({ sql: `${ENVIRONMENTS} WHERE id = :id`, params: ofId, row: environmentRow });
const ALL_KEYS = statement({ sql: `${KEYS} ORDER BY id`, row: keyRow });
const ONE_KEY = statement({ sql: `${KEYS} WHERE id = :id`, params: ofId, row: keyRow });
const ALL_SCHEMAS = statement({ sql: `${SCHEMAS} ORDER BY id`, row: schemaRow });
const ONE_SCHEMA = statement({
  sql: `${SCHEMAS} WHERE project_id = :projectId AND event_name = :eventName`,
  params: { projectId: text, eventName: chosenId },
  row: schemaRow,
});
const ALL_EXPERIMENTS = statement({ sql: `${EXPERIMENTS} ORDER BY created_at, id`, row: experimentRow });
const ONE_EXPERIMENT = statement({ sql: `${EXPERIMENTS} WHERE id = :id`, params: ofId, row: experimentRow });
const ALL_GROUPS = statement({ sql: `${GROUPS} ORDER BY created_at, id`, row: groupRow });
const ONE_GROUP = statement({ sql: `${GROUPS} WHERE id = :id`, params: ofId, row: groupRow });
const MEMBERS = statement({
  sql: 'SELECT user_id AS userId FROM group_members WHERE group_id = :groupId ORDER BY added_at, user_id',
  params: { groupId: text },
  row: { userId: chosenId },
});
const ONE_MEMBER = statement({
  sql: `SELECT user_id AS userId, added_at AS addedAtMs FROM group_members
    WHERE group_id = :groupId AND user_id = :userId`,
  params: { groupId: text, userId: chosenId },
  row: { userId: chosenId, addedAtMs: integer },
});
const servedCohortRow = {
  projectId: text,
  environmentId: text,
  key: text,
  members: json<readonly string[]>(),
  isServed: boolean,
  revision: integer,
};
const COHORTS = `SELECT project_id AS projectId, environment_id AS environmentId, key, members,
  is_served AS isServed, revision FROM served_cohorts`;
const ALL_COHORTS = statement({ sql: `${COHORTS} ORDER BY cohort_id`, row: servedCohortRow });
const ONE_COHORT = statement({ sql: `${COHORTS} WHERE cohort_id = :id`, params: ofId, row: servedCohortRow });
const OPERATOR_TOKENS = statement({ sql: 'SELECT hash FROM operator_tokens ORDER BY hash', row: { hash: text } });

const READ_MARK = statement({
  sql: `SELECT revision, change_id AS changeId, (SELECT generation FROM edge_generation) AS generation
    FROM edge_revision`,
  row: { revision: integer, changeId: nullable(text), generation: nullable(text) },
});
export const FIND_CHANGE = statement({ sql: 'SELECT 1 FROM changes WHERE id = :id', params: ofId });
export const CHANGED_ROWS = statement({
  sql: 'SELECT kind, id FROM edge_rows WHERE revision > :revision GROUP BY kind, id ORDER BY min(revision)',
  params: { revision: integer },
  row: { kind: textOf<EdgeRowKind>(), id: text },
});
/** Of edges that notice at the same time, one begins it. */
export const BEGIN_GENERATION = statement({
  sql: 'UPDATE edge_generation SET generation = :next WHERE generation = :last',
  params: { last: text, next: text },
});
/** Every revision lists one row, so none is missing behind the first that is still listed. */
export const LISTED_SINCE = statement({
  sql: `SELECT coalesce(min(revision) - 1, (SELECT revision FROM edge_revision)) AS revision FROM edge_rows`,
  row: { revision: integer },
});
export const FORGET_CHANGED_ROWS = statement({
  sql: 'DELETE FROM edge_rows WHERE revision <= :revision',
  params: { revision: integer },
});

export async function readMark(db: Db): Promise<EdgeMark> {
  const mark = await db.one(READ_MARK, {});
  if (mark === undefined) throw new Error('The control plane does not count its revisions');
  return mark;
}

/** Each row that requests need, all of them or one by its id. */
export const edgeRows = {
  projects: async (db: Db) => (await db.all(ALL_PROJECTS, {})).map(readProject),
  project: async (db: Db, id: string) => (await db.all(ONE_PROJECT, { id })).map(readProject)[0],
  environments: (db: Db) => db.all(ALL_ENVIRONMENTS, {}),
  environment: (db: Db, id: string) => db.one(ONE_ENVIRONMENT, { id }),
  keys: (db: Db) => db.all(ALL_KEYS, {}),
  key: (db: Db, id: string) => db.one(ONE_KEY, { id }),
  schemas: (db: Db) => db.all(ALL_SCHEMAS, {}),
  schema: (db: Db, projectId: string, eventName: string) => db.one(ONE_SCHEMA, { projectId, eventName }),
  experiments: async (db: Db) => (await db.all(ALL_EXPERIMENTS, {})).flatMap(readExperiment),
  /** Undefined for one that assigns nobody. */
  experiment: async (db: Db, id: string) => (await db.all(ONE_EXPERIMENT, { id })).flatMap(readExperiment)[0],
  groups: async (db: Db): Promise<SnapshotGroup[]> => {
    const groups: SnapshotGroup[] = [];
    for (const { id, ...group } of await db.all(ALL_GROUPS, {})) {
      const members = await db.all(MEMBERS, { groupId: id });
      groups.push({ ...group, members: members.map(({ userId }) => userId) });
    }
    return groups;
  },
  group: (db: Db, id: string) => db.one(ONE_GROUP, { id }),
  member: (db: Db, groupId: string, userId: string) => db.one(ONE_MEMBER, { groupId, userId }),
  cohorts: async (db: Db) => (await db.all(ALL_COHORTS, {})).map(readCohort),
  cohort: async (db: Db, id: string) => (await db.all(ONE_COHORT, { id })).map(readCohort)[0],
  operatorTokenHashes: async (db: Db) => (await db.all(OPERATOR_TOKENS, {})).map(({ hash }) => hash),
};

/** To those who serve it a cohort is a group, of one environment. */
function readCohort({ environmentId, key, isServed, ...row }: ValuesOf<typeof servedCohortRow>): SnapshotGroup {
  return { ...row, key: cohortTableKey(environmentId, key), ...(isServed ? {} : { isWithdrawn: true }) };
}

function readExperiment(row: ValuesOf<typeof experimentRow>): SnapshotExperiment[] {
  const { position, environmentId, trafficPct, completedAtMs, ...experiment } = row;
  const definition = rulesetExperiment({ ...experiment, environment_id: environmentId, traffic_pct: trafficPct });
  return definition === undefined ? [] : [{ environmentId, position, definition, completedAtMs }];
}

function readProject(row: ValuesOf<typeof projectRow>): SnapshotProject {
  const { holdoutId: id, heldOutPct: percentage, heldOutSinceMs: beganAtMs, ...project } = row;
  const isAnyone = id !== null && percentage !== null && beganAtMs !== null && percentage > 0;
  return isAnyone ? { ...project, holdout: { id, percentage, beganAtMs } } : project;
}
