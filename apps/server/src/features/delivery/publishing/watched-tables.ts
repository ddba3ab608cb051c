export type EdgeRowKind =
  | 'project'
  | 'environment'
  | 'flag'
  | 'experiment'
  | 'group'
  | 'member'
  | 'cohort'
  | 'schema'
  | 'plans'
  | 'key'
  | 'operator_tokens';

export interface WatchedTable {
  readonly table: string;
  readonly kind: EdgeRowKind;
  /** SQL over the columns of a row, which are written `row.column`. */
  readonly id: string;
  /** A column that requests do not need and that changes all the time. */
  readonly except?: string;
}

/** The tables with rows that requests need. */
export const watchedTables: readonly WatchedTable[] = [
  { table: 'projects', kind: 'project', id: 'row.id' },
  { table: 'holdouts', kind: 'project', id: 'row.project_id' },
  { table: 'environments', kind: 'environment', id: 'row.id' },
  { table: 'flags', kind: 'flag', id: 'row.id' },
  { table: 'flag_targeting', kind: 'flag', id: 'row.flag_id' },
  { table: 'experiments', kind: 'experiment', id: 'row.id' },
  { table: 'groups', kind: 'group', id: 'row.id' },
  { table: 'group_members', kind: 'member', id: "row.group_id || ' ' || row.user_id" },
  { table: 'event_schemas', kind: 'schema', id: "row.project_id || ' ' || row.event_name" },
  { table: 'plans', kind: 'plans', id: "''" },
  { table: 'api_keys', kind: 'key', id: 'row.id', except: 'last_used_at' },
  { table: 'operator_tokens', kind: 'operator_tokens', id: "''" },
];

/** The same of tables that PostgreSQL has had since a later migration. */
export const watchedCohortTables: readonly WatchedTable[] = [
  { table: 'served_cohorts', kind: 'cohort', id: 'row.cohort_id' },
];
