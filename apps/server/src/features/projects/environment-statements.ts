import { integer, json, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { ApprovalPolicy } from './environment-store.ts';

const environment = {
  id: text,
  projectId: text,
  slug: text,
  name: text,
  configVersion: integer,
  approval: nullable(json<ApprovalPolicy>()),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const ENVIRONMENT = `SELECT id, project_id AS projectId, slug, name, config_version AS configVersion, approval,
  created_at AS createdAtMs, updated_at AS updatedAtMs FROM environments`;

export const LIST_ENVIRONMENTS = statement({
  sql: `${ENVIRONMENT} WHERE project_id = :projectId AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: environment,
});
export const FIND_ENVIRONMENT_BY_ID = statement({
  sql: `${ENVIRONMENT} WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: environment,
});
export const FIND_ENVIRONMENT_BY_SLUG = statement({
  sql: `${ENVIRONMENT} WHERE project_id = :projectId AND slug = :slug`,
  params: { projectId: uuid, slug: text },
  row: environment,
});
export const INSERT_ENVIRONMENT = statement({
  sql: `INSERT INTO environments (id, project_id, slug, name, config_version, approval, created_at, updated_at)
    VALUES (:id, :projectId, :slug, :name, :configVersion, :approval, :createdAtMs, :updatedAtMs)`,
  params: environment,
});
export const SET_APPROVAL = statement({
  sql: 'UPDATE environments SET approval = :approval, updated_at = :updatedAtMs WHERE id = :id',
  params: { id: text, approval: environment.approval, updatedAtMs: integer },
});
export const APPROVALS_OF_PROJECT = statement({
  sql: 'SELECT id, approval FROM environments WHERE project_id = :projectId AND approval IS NOT NULL',
  params: { projectId: uuid },
  row: { id: text, approval: json<ApprovalPolicy>() },
});
