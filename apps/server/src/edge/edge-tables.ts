import type { EdgeRows, GroupChange } from './edge-changes.ts';
import type {
  EdgeSnapshot,
  SnapshotEnvironment,
  SnapshotExperiment,
  SnapshotFlag,
  SnapshotKey,
  SnapshotProject,
  SnapshotSchema,
} from './edge-snapshot.ts';
import type { Plan } from './plan.ts';

export interface GroupTable {
  readonly projectId: string;
  readonly key: string;
  revision: number;
  readonly members: Set<string>;
  /** Of a cohort that is not served any more. */
  isWithdrawn?: true;
}

/** The rows that requests need, each where it is found by its id. */
export class EdgeTables {
  readonly projects = new Map<string, SnapshotProject>();
  readonly environments = new Map<string, SnapshotEnvironment>();
  readonly flags = new Map<string, SnapshotFlag>();
  readonly experiments = new Map<string, SnapshotExperiment>();
  /** By project, then by key. */
  readonly groups = new Map<string, Map<string, GroupTable>>();
  /** By project, then by event name; projects without any are not in it. Its maps are never changed, only replaced. */
  readonly schemas = new Map<string, ReadonlyMap<string, SnapshotSchema>>();
  readonly keys = new Map<string, SnapshotKey>();
  plans: readonly Plan[] = [];
  operatorTokenHashes: readonly string[] = [];

  apply(rows: EdgeRows): void {
    for (const project of rows.projects ?? []) this.projects.set(project.id, project);
    for (const environment of rows.environments ?? []) this.environments.set(environment.id, environment);
    for (const flag of rows.flags ?? []) this.flags.set(flag.definition.id, flag);
    for (const experiment of rows.experiments ?? []) this.experiments.set(experiment.definition.id, experiment);
    for (const group of rows.groups ?? []) this.#changeGroup(group);
    for (const key of rows.keys ?? []) this.keys.set(key.id, key);
    for (const id of rows.gone?.flags ?? []) this.flags.delete(id);
    for (const id of rows.gone?.experiments ?? []) this.experiments.delete(id);
    this.#changeSchemas(rows);
    this.plans = rows.plans ?? this.plans;
    this.operatorTokenHashes = rows.operatorTokenHashes ?? this.operatorTokenHashes;
  }

  snapshot(mark: EdgeSnapshot['mark'], takenAtMs: number): EdgeSnapshot {
    return {
      takenAtMs,
      mark,
      projects: [...this.projects.values()],
      environments: [...this.environments.values()],
      flags: [...this.flags.values()],
      experiments: [...this.experiments.values()],
      groups: [...this.groups.values()].flatMap((ofProject) =>
        [...ofProject.values()].map(({ members, ...group }) => ({ ...group, members: [...members] })),
      ),
      schemas: [...this.schemas.values()].flatMap((ofProject) => [...ofProject.values()]),
      plans: this.plans,
      keys: [...this.keys.values()],
      operatorTokenHashes: this.operatorTokenHashes,
    };
  }

  #changeGroup({ projectId, key, revision, joined, left, isWhole, isWithdrawn }: GroupChange): void {
    const ofProject = this.groups.get(projectId) ?? new Map<string, GroupTable>();
    const group = ofProject.get(key) ?? { projectId, key, revision, members: new Set() };
    group.revision = revision;
    if (isWithdrawn === true) group.isWithdrawn = true;
    else delete group.isWithdrawn;
    if (isWhole === true) group.members.clear();
    for (const userId of [...left, ...joined]) group.members.delete(userId);
    for (const userId of joined) group.members.add(userId);
    this.groups.set(projectId, ofProject.set(key, group));
  }

  #changeSchemas({ schemas = [], gone }: EdgeRows): void {
    const goneSchemas = gone?.schemas ?? [];
    const changed = new Map<string, Map<string, SnapshotSchema>>();
    const changedOf = (projectId: string): Map<string, SnapshotSchema> => {
      const ofProject = changed.get(projectId) ?? new Map(this.schemas.get(projectId));
      changed.set(projectId, ofProject);
      return ofProject;
    };
    for (const schema of schemas) changedOf(schema.projectId).set(schema.eventName, schema);
    for (const { projectId, eventName } of goneSchemas) changedOf(projectId).delete(eventName);
    for (const [projectId, ofProject] of changed) {
      if (ofProject.size > 0) this.schemas.set(projectId, ofProject);
      else this.schemas.delete(projectId);
    }
  }
}
