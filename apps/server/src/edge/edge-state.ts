import { cohortKeyIn, cohortTableKey, isCohortTableKey } from './cohort-table-key.ts';
import { type EdgeChanges, type EdgeRows, rowsOf } from './edge-changes.ts';
import type { EdgeMark, EdgeSnapshot, SnapshotEnvironment, SnapshotSchema } from './edge-snapshot.ts';
import { EdgeTables } from './edge-tables.ts';
import type { KeyKind } from './keys/key-kinds.ts';
import type { Plan } from './plan.ts';
import type { ProjectHoldout } from './ruleset.ts';
import { ServedEnvironments } from './served-environments.ts';
import type { ServedRuleset } from './served-ruleset.ts';

export interface KnownKey {
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly projectId: string;
  /** As it was when the key was last changed: its version may have moved since. */
  readonly environment: SnapshotEnvironment;
  /** It reaches nothing beyond its environment. */
  readonly isConfined: boolean;
}

/** What is in force since a moment ago. */
export interface EdgeNews {
  /** Those in which somebody may be answered something else. */
  readonly environmentIds: ReadonlySet<string>;
  readonly areKeysChanged: boolean;
}

interface Indexes {
  readonly tables: EdgeTables;
  readonly keysByHash: Map<string, KnownKey>;
  readonly keysById: Map<string, KnownKey>;
  readonly revokedHashes: Set<string>;
  readonly environmentIds: Map<string, Set<string>>;
  readonly projectIdsBySlug: Map<string, string>;
  readonly plans: Map<string, Plan>;
  readonly operatorTokens: Set<string>;
  readonly served: ServedEnvironments;
}

/** What requests are answered from: the rows of a snapshot, indexed and compiled, kept up to date row by row. */
export class EdgeState {
  #indexes = emptyIndexes('');
  #mark: EdgeMark | undefined;
  #generation = '';
  #isLoaded = false;
  #rowsApplied = 0;
  #flagsCompiled = 0;
  readonly #onNews: ((news: EdgeNews) => void)[] = [];

  /** Until then no key can be checked, which is nobody's fault. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Up to where in the history of the control plane this is. Undefined when that is not known. */
  get mark(): EdgeMark | undefined {
    return this.#mark;
  }

  /** Part of every tag: another one for every history that a control plane can have. */
  get generation(): string {
    return this.#generation;
  }

  get tables(): EdgeTables {
    return this.#indexes.tables;
  }

  /** Since the start. */
  get counters(): { readonly rowsApplied: number; readonly flagsCompiled: number } {
    return { rowsApplied: this.#rowsApplied, flagsCompiled: this.#flagsCompiled };
  }

  /** Puts a whole snapshot in force, instead of everything that was. */
  swap(snapshot: EdgeSnapshot, generation = this.#generation): void {
    const before = this.#indexes;
    this.#indexes = emptyIndexes(generation);
    this.#generation = generation;
    this.#apply(rowsOf(snapshot));
    this.#mark = snapshot.mark;
    this.#isLoaded = true;
    const environmentIds = new Set([...before.tables.environments.keys(), ...this.tables.environments.keys()]);
    this.#notify({ environmentIds, areKeysChanged: true });
  }

  /** Puts in force what has changed since `mark`. */
  apply({ mark, rows }: EdgeChanges): void {
    const environmentIds = this.#apply(rows);
    this.#mark = mark;
    const areKeysChanged = rows.keys !== undefined || rows.operatorTokenHashes !== undefined;
    if (environmentIds.size > 0 || areKeysChanged) this.#notify({ environmentIds, areKeysChanged });
  }

  onNews(listener: (news: EdgeNews) => void): void {
    this.#onNews.push(listener);
  }

  keyByHash(hash: string): KnownKey | undefined {
    return this.#indexes.keysByHash.get(hash);
  }

  /** Undefined for a key that was revoked. */
  keyById(keyId: string): KnownKey | undefined {
    return this.#indexes.keysById.get(keyId);
  }

  isKeyRevoked(hash: string): boolean {
    return this.#indexes.revokedHashes.has(hash);
  }

  isOperatorToken(hash: string): boolean {
    return this.#indexes.operatorTokens.has(hash);
  }

  /** Of a project that is named by id (any letter case) or slug. */
  projectId(idOrSlug: string): string | undefined {
    return this.tables.projects.get(idOrSlug.toLowerCase())?.id ?? this.#indexes.projectIdsBySlug.get(idOrSlug);
  }

  /** By id (any letter case) or slug, within the project. */
  environment(projectId: string, idOrSlug: string): SnapshotEnvironment | undefined {
    const byId = this.tables.environments.get(idOrSlug.toLowerCase());
    if (byId !== undefined) return byId.projectId === projectId ? byId : undefined;
    return this.environmentsOf(projectId).find(({ slug }) => slug === idOrSlug);
  }

  /** Of all projects. */
  environments(): SnapshotEnvironment[] {
    return [...this.tables.environments.values()];
  }

  environmentsOf(projectId: string): SnapshotEnvironment[] {
    const ids = this.#indexes.environmentIds.get(projectId) ?? [];
    return [...ids].flatMap((id) => this.tables.environments.get(id) ?? []);
  }

  /** As it is now: a key may have been looked up before the last change. */
  environmentById(environmentId: string): SnapshotEnvironment {
    const environment = this.tables.environments.get(environmentId);
    if (environment === undefined) throw new Error(`There is no environment ${environmentId}`);
    return environment;
  }

  served(environmentId: string): ServedRuleset {
    const served = this.#indexes.served.get(environmentId);
    if (served === undefined) throw new Error(`There is no environment ${environmentId}`);
    return served;
  }

  flagId(environmentId: string, flagKey: string): string | undefined {
    return this.#indexes.served.get(environmentId)?.compiled.flags.get(flagKey)?.definition.id;
  }

  /** Undefined for a project that is not metered. */
  planOf(projectId: string): Plan | undefined {
    return this.#indexes.plans.get(this.planNameOf(projectId));
  }

  planNameOf(projectId: string): string {
    return this.tables.projects.get(projectId)?.plan ?? '';
  }

  /** By event name; undefined for a project that has none. The same map until something is changed. */
  schemasOf(projectId: string): ReadonlyMap<string, SnapshotSchema> | undefined {
    return this.tables.schemas.get(projectId);
  }

  /** IANA name: where the project's days and weeks begin. */
  timezoneOf(projectId: string): string {
    return this.tables.projects.get(projectId)?.timezone ?? 'UTC';
  }

  /** Undefined for a project that keeps its events for ever. */
  retentionDaysOf(projectId: string): number | undefined {
    return this.tables.projects.get(projectId)?.retentionDays ?? undefined;
  }

  /** Undefined for a project in which nobody is held out. */
  holdoutOf(projectId: string): ProjectHoldout | undefined {
    return this.tables.projects.get(projectId)?.holdout;
  }

  /** Of every group of the project, by its key. */
  groupMembersOf(projectId: string): ReadonlyMap<string, ReadonlySet<string>> {
    const groups = this.tables.groups.get(projectId)?.values() ?? [];
    return new Map([...groups].flatMap(({ key, members }) => (isCohortTableKey(key) ? [] : [[key, members]])));
  }

  /** The same of cohorts of the environment, those that are served. */
  cohortMembersOf(environmentId: string): ReadonlyMap<string, ReadonlySet<string>> {
    const { projectId } = this.environmentById(environmentId);
    const tables = this.tables.groups.get(projectId);
    return new Map(
      this.servedCohortsOf(environmentId).map((key) => [
        key,
        tables?.get(cohortTableKey(environmentId, key))?.members ?? new Set(),
      ]),
    );
  }

  /** How many users are served of the cohort; undefined when it is not served. */
  servedUsersOf(environmentId: string, cohortKey: string): number | undefined {
    const { projectId } = this.environmentById(environmentId);
    const table = this.tables.groups.get(projectId)?.get(cohortTableKey(environmentId, cohortKey));
    return table === undefined || table.isWithdrawn === true ? undefined : table.members.size;
  }

  /** Keys of all cohorts of the environment that are served. */
  servedCohortsOf(environmentId: string): readonly string[] {
    const { projectId } = this.environmentById(environmentId);
    const tables = this.tables.groups.get(projectId)?.values() ?? [];
    return [...tables].flatMap(({ key, isWithdrawn }) =>
      isWithdrawn === true ? [] : (cohortKeyIn(environmentId, key) ?? []),
    );
  }

  #apply(rows: EdgeRows): ReadonlySet<string> {
    const { tables, served } = this.#indexes;
    tables.apply(rows);
    indexRows(this.#indexes, rows);
    const { environmentIds, flagsCompiled } = served.apply(rows);
    this.#rowsApplied += countRows(rows);
    this.#flagsCompiled += flagsCompiled;
    return environmentIds;
  }

  #notify(news: EdgeNews): void {
    for (const listener of this.#onNews) listener(news);
  }
}

function emptyIndexes(generation: string): Indexes {
  const tables = new EdgeTables();
  return {
    tables,
    keysByHash: new Map(),
    keysById: new Map(),
    revokedHashes: new Set(),
    environmentIds: new Map(),
    projectIdsBySlug: new Map(),
    plans: new Map(),
    operatorTokens: new Set(),
    served: new ServedEnvironments(tables, generation),
  };
}

function indexRows(indexes: Indexes, rows: EdgeRows): void {
  const { tables, keysByHash, keysById, revokedHashes, environmentIds, projectIdsBySlug } = indexes;
  const { plans, operatorTokens } = indexes;
  for (const { id, slug } of rows.projects ?? []) projectIdsBySlug.set(slug, id);
  for (const { id, projectId } of rows.environments ?? []) {
    environmentIds.set(projectId, (environmentIds.get(projectId) ?? new Set()).add(id));
  }
  for (const { id, hash, kind, scope, projectId, environmentId, isRevoked } of rows.keys ?? []) {
    const environment = tables.environments.get(environmentId);
    const key =
      isRevoked || environment === undefined
        ? undefined
        : { keyId: id, kind, projectId, environment, isConfined: scope === 'environment' };
    if (isRevoked) revokedHashes.add(hash);
    setOrDelete(keysByHash, hash, key);
    setOrDelete(keysById, id, key);
  }
  if (rows.plans !== undefined) {
    plans.clear();
    for (const plan of rows.plans) plans.set(plan.name, plan);
  }
  if (rows.operatorTokenHashes !== undefined) {
    operatorTokens.clear();
    for (const hash of rows.operatorTokenHashes) operatorTokens.add(hash);
  }
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function countRows({ gone = {}, ...rows }: EdgeRows): number {
  return [...Object.values(rows), ...Object.values(gone)].reduce((sum, list) => sum + list.length, 0);
}
