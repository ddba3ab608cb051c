import type { KeyKind } from '../control/keys/key-store.ts';
import type { Plan } from '../control/plans/plan-store.ts';
import type { EdgeSnapshot, SnapshotEnvironment, SnapshotProject, SnapshotSchema } from './edge-snapshot.ts';
import { rulesetOf, type ServedRuleset, serveRuleset } from './served-ruleset.ts';

export interface KnownKey {
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly projectId: string;
  readonly environment: SnapshotEnvironment;
}

interface Indexed {
  readonly keysByHash: ReadonlyMap<string, KnownKey>;
  readonly keysById: ReadonlyMap<string, KnownKey>;
  readonly operatorTokens: ReadonlySet<string>;
  readonly environments: ReadonlyMap<string, SnapshotEnvironment>;
  readonly served: ReadonlyMap<string, ServedRuleset>;
  readonly planByProject: ReadonlyMap<string, Plan | undefined>;
  readonly projects: ReadonlyMap<string, SnapshotProject>;
  readonly projectIdsBySlug: ReadonlyMap<string, string>;
  /** Projects without any are not in it. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, SnapshotSchema>>;
}

const nothing: EdgeSnapshot = {
  takenAtMs: 0,
  projects: [],
  environments: [],
  rulesets: [],
  schemas: [],
  plans: [],
  keys: [],
  operatorTokenHashes: [],
};

/** What requests are answered from: one snapshot, indexed and compiled, swapped whole. */
export class EdgeState {
  #indexed = indexSnapshot(nothing, new Map());
  #isLoaded = false;
  readonly #onSwap: (() => void)[] = [];

  /** Until then no key can be checked, which is nobody's fault. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  swap(snapshot: EdgeSnapshot): void {
    this.#indexed = indexSnapshot(snapshot, this.#indexed.served);
    this.#isLoaded = true;
    for (const listener of this.#onSwap) listener();
  }

  onSwap(listener: () => void): void {
    this.#onSwap.push(listener);
  }

  keyByHash(hash: string): KnownKey | undefined {
    return this.#indexed.keysByHash.get(hash);
  }

  /** Undefined for a key that was revoked. */
  keyById(keyId: string): KnownKey | undefined {
    return this.#indexed.keysById.get(keyId);
  }

  isOperatorToken(hash: string): boolean {
    return this.#indexed.operatorTokens.has(hash);
  }

  /** Of a project that is named by id (any letter case) or slug. */
  projectId(idOrSlug: string): string | undefined {
    const { projects, projectIdsBySlug } = this.#indexed;
    return projects.get(idOrSlug.toLowerCase())?.id ?? projectIdsBySlug.get(idOrSlug);
  }

  /** By id (any letter case) or slug, within the project. */
  environment(projectId: string, idOrSlug: string): SnapshotEnvironment | undefined {
    const byId = this.#indexed.environments.get(idOrSlug.toLowerCase());
    if (byId !== undefined) return byId.projectId === projectId ? byId : undefined;
    return this.environmentsOf(projectId).find(({ slug }) => slug === idOrSlug);
  }

  allEnvironments(): SnapshotEnvironment[] {
    return [...this.#indexed.environments.values()];
  }

  environmentsOf(projectId: string): SnapshotEnvironment[] {
    return [...this.#indexed.environments.values()].filter((environment) => environment.projectId === projectId);
  }

  /** Of all projects. */
  environments(): SnapshotEnvironment[] {
    return [...this.#indexed.environments.values()];
  }

  /** As it is now: a key may have been looked up before the last change. */
  environmentById(environmentId: string): SnapshotEnvironment {
    const environment = this.#indexed.environments.get(environmentId);
    if (environment === undefined) throw new Error(`There is no environment ${environmentId}`);
    return environment;
  }

  served(environmentId: string): ServedRuleset {
    const served = this.#indexed.served.get(environmentId);
    if (served === undefined) throw new Error(`There is no environment ${environmentId}`);
    return served;
  }

  flagId(environmentId: string, flagKey: string): string | undefined {
    return this.#indexed.served.get(environmentId)?.compiled.flags.get(flagKey)?.definition.id;
  }

  /** Undefined for a project that is not metered. */
  planOf(projectId: string): Plan | undefined {
    return this.#indexed.planByProject.get(projectId);
  }

  planNameOf(projectId: string): string {
    return this.#indexed.projects.get(projectId)?.plan ?? '';
  }

  /** By event name; undefined for a project that has none. The same map until something is changed. */
  schemasOf(projectId: string): ReadonlyMap<string, SnapshotSchema> | undefined {
    return this.#indexed.schemas.get(projectId);
  }

  /** IANA name: where the project's days and weeks begin. */
  timezoneOf(projectId: string): string {
    return this.#indexed.projects.get(projectId)?.timezone ?? 'UTC';
  }

  /** Undefined for a project that keeps its events for ever. */
  retentionDaysOf(projectId: string): number | undefined {
    return this.#indexed.projects.get(projectId)?.retentionDays ?? undefined;
  }
}

/** Rulesets that have not changed are taken over compiled. */
function indexSnapshot(snapshot: EdgeSnapshot, before: ReadonlyMap<string, ServedRuleset>): Indexed {
  const environments = new Map(snapshot.environments.map((environment) => [environment.id, environment]));
  const plans = new Map(snapshot.plans.map((plan) => [plan.name, plan]));
  const keysByHash = new Map<string, KnownKey>();
  for (const { hash, id, kind, projectId, environmentId, isRevoked } of snapshot.keys) {
    const environment = environments.get(environmentId);
    if (!isRevoked && environment !== undefined) keysByHash.set(hash, { keyId: id, kind, projectId, environment });
  }
  const served = new Map<string, ServedRuleset>();
  for (const { environmentId, ...ruleset } of snapshot.rulesets) {
    const configVersion = environments.get(environmentId)?.configVersion ?? 0;
    served.set(environmentId, serveRuleset(rulesetOf({ configVersion, ...ruleset }), before.get(environmentId)));
  }
  return {
    keysByHash,
    keysById: new Map([...keysByHash.values()].map((key) => [key.keyId, key])),
    operatorTokens: new Set(snapshot.operatorTokenHashes),
    environments,
    served,
    planByProject: new Map(snapshot.projects.map(({ id, plan }) => [id, plans.get(plan)])),
    projects: new Map(snapshot.projects.map((project) => [project.id, project])),
    projectIdsBySlug: new Map(snapshot.projects.map(({ id, slug }) => [slug, id])),
    schemas: schemasByProject(snapshot.schemas),
  };
}

function schemasByProject(schemas: readonly SnapshotSchema[]): Indexed['schemas'] {
  const byProject = new Map<string, Map<string, SnapshotSchema>>();
  for (const schema of schemas) {
    const ofProject = byProject.get(schema.projectId) ?? new Map<string, SnapshotSchema>();
    byProject.set(schema.projectId, ofProject.set(schema.eventName, schema));
  }
  return byProject;
}
