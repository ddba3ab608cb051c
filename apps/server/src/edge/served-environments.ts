import type { EdgeRows } from './edge-changes.ts';
import type { SnapshotFlag } from './edge-snapshot.ts';
import type { EdgeTables, GroupTable } from './edge-tables.ts';
import { ServedEnvironment } from './served-environment.ts';
import type { ServedRuleset } from './served-ruleset.ts';

/** What every environment serves; of changed rows, only what they touch is made anew. */
export class ServedEnvironments {
  readonly #tables: EdgeTables;
  readonly #generation: string;
  readonly #environments = new Map<string, ServedEnvironment>();
  readonly #served = new Map<string, ServedRuleset>();
  /** Of each project: its environments and its flags, by their ids. */
  readonly #projects = new Map<string, { readonly environmentIds: Set<string>; readonly flagIds: Set<string> }>();
  /** The tables do not know any more whose flag or experiment it was that is gone. */
  readonly #projectOfFlag = new Map<string, string>();
  readonly #environmentOfExperiment = new Map<string, string>();

  constructor(tables: EdgeTables, generation: string) {
    this.#tables = tables;
    this.#generation = generation;
  }

  get(environmentId: string): ServedRuleset | undefined {
    return this.#served.get(environmentId);
  }

  /** After the tables have taken the rows in. Answers where somebody may be served something else. */
  apply(rows: EdgeRows): { readonly environmentIds: ReadonlySet<string>; readonly flagsCompiled: number } {
    /** Environments to be served anew, and those of which only users have to be looked at again. */
    const touched = new Set<string>();
    const reported = new Set<string>();
    let flagsCompiled = 0;
    for (const { id, projectId } of rows.environments ?? []) {
      flagsCompiled += this.#add(id, projectId);
      touched.add(id);
    }
    for (const { projectId, key } of rows.groups ?? []) {
      for (const id of this.#project(projectId).environmentIds) {
        reported.add(id);
        if (this.#environments.get(id)?.noteGroup(key) === true) touched.add(id);
      }
    }
    for (const flag of rows.flags ?? []) flagsCompiled += this.#putFlag(flag, touched);
    for (const id of rows.gone?.flags ?? []) this.#removeFlag(id, touched);
    for (const experiment of rows.experiments ?? []) {
      const { environmentId, definition } = experiment;
      this.#environmentOfExperiment.set(definition.id, environmentId);
      this.#environments.get(environmentId)?.putExperiment(experiment);
      touched.add(environmentId);
    }
    for (const id of rows.gone?.experiments ?? []) this.#removeExperiment(id, touched);
    for (const id of touched) this.#serve(id);
    return { environmentIds: new Set([...touched, ...reported]), flagsCompiled };
  }

  /** A new environment serves the flags that its project has. */
  #add(id: string, projectId: string): number {
    const project = this.#project(projectId);
    if (project.environmentIds.has(id)) return 0;
    project.environmentIds.add(id);
    const environment = new ServedEnvironment(id, this.#groupsOf(projectId));
    this.#environments.set(id, environment);
    let compiled = 0;
    for (const flagId of project.flagIds) {
      const flag = this.#tables.flags.get(flagId);
      if (flag !== undefined && environment.putFlag(flag)) compiled += 1;
    }
    return compiled;
  }

  #putFlag(flag: SnapshotFlag, touched: Set<string>): number {
    const { projectId, definition } = flag;
    const { environmentIds, flagIds } = this.#project(projectId);
    flagIds.add(definition.id);
    this.#projectOfFlag.set(definition.id, projectId);
    let compiled = 0;
    for (const id of environmentIds) {
      if (this.#environments.get(id)?.putFlag(flag) !== true) continue;
      compiled += 1;
      touched.add(id);
    }
    return compiled;
  }

  #removeFlag(flagId: string, touched: Set<string>): void {
    const projectId = this.#projectOfFlag.get(flagId);
    if (projectId === undefined) return;
    const { environmentIds, flagIds } = this.#project(projectId);
    flagIds.delete(flagId);
    this.#projectOfFlag.delete(flagId);
    for (const id of environmentIds) {
      this.#environments.get(id)?.removeFlag(flagId);
      touched.add(id);
    }
  }

  #removeExperiment(experimentId: string, touched: Set<string>): void {
    const environmentId = this.#environmentOfExperiment.get(experimentId);
    if (environmentId === undefined) return;
    this.#environmentOfExperiment.delete(experimentId);
    this.#environments.get(environmentId)?.removeExperiment(experimentId);
    touched.add(environmentId);
  }

  #serve(id: string): void {
    const environment = this.#environments.get(id);
    const row = this.#tables.environments.get(id);
    if (environment === undefined || row === undefined) return;
    // It changes in one transaction with the versions of all environments, so each of them is served anew.
    const holdout = this.#tables.projects.get(row.projectId)?.holdout;
    this.#served.set(id, environment.serve(this.#generation, row.configVersion, holdout));
  }

  #project(projectId: string) {
    const known = this.#projects.get(projectId) ?? { environmentIds: new Set<string>(), flagIds: new Set<string>() };
    this.#projects.set(projectId, known);
    return known;
  }

  /** The map that the tables fill. */
  #groupsOf(projectId: string): ReadonlyMap<string, GroupTable> {
    const groups = this.#tables.groups.get(projectId) ?? new Map<string, GroupTable>();
    this.#tables.groups.set(projectId, groups);
    return groups;
  }
}
