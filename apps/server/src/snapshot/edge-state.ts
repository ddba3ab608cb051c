import type { KeyKind } from '../control/keys/key-store.ts';
import type { Plan } from '../control/plans/plan-store.ts';
import type { EdgeSnapshot, SnapshotEnvironment } from './edge-snapshot.ts';

export interface KnownKey {
  readonly keyId: string;
  readonly kind: KeyKind;
  readonly projectId: string;
  readonly environment: SnapshotEnvironment;
}

interface Indexed {
  readonly keys: ReadonlyMap<string, KnownKey>;
  readonly operatorTokens: ReadonlySet<string>;
  readonly environments: ReadonlyMap<string, SnapshotEnvironment>;
  readonly planByProject: ReadonlyMap<string, Plan | undefined>;
  readonly planNameByProject: ReadonlyMap<string, string>;
}

const nothing: EdgeSnapshot = {
  takenAtMs: 0,
  projects: [],
  environments: [],
  rulesets: [],
  plans: [],
  keys: [],
  operatorTokenHashes: [],
};

/** What requests are answered from: one snapshot, indexed, swapped whole. */
export class EdgeState {
  #indexed = indexSnapshot(nothing);
  #isLoaded = false;
  readonly #onSwap: (() => void)[] = [];

  /** Until then no key can be checked, which is nobody's fault. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  swap(snapshot: EdgeSnapshot): void {
    this.#indexed = indexSnapshot(snapshot);
    this.#isLoaded = true;
    for (const listener of this.#onSwap) listener();
  }

  onSwap(listener: () => void): void {
    this.#onSwap.push(listener);
  }

  keyByHash(hash: string): KnownKey | undefined {
    return this.#indexed.keys.get(hash);
  }

  isOperatorToken(hash: string): boolean {
    return this.#indexed.operatorTokens.has(hash);
  }

  /** By id (any letter case) or slug, within the project. */
  environment(projectId: string, idOrSlug: string): SnapshotEnvironment | undefined {
    const byId = this.#indexed.environments.get(idOrSlug.toLowerCase());
    if (byId !== undefined) return byId.projectId === projectId ? byId : undefined;
    for (const environment of this.#indexed.environments.values()) {
      if (environment.projectId === projectId && environment.slug === idOrSlug) return environment;
    }
    return undefined;
  }

  /** Undefined for a project that is not metered. */
  planOf(projectId: string): Plan | undefined {
    return this.#indexed.planByProject.get(projectId);
  }

  planNameOf(projectId: string): string {
    return this.#indexed.planNameByProject.get(projectId) ?? '';
  }
}

function indexSnapshot(snapshot: EdgeSnapshot): Indexed {
  const environments = new Map(snapshot.environments.map((environment) => [environment.id, environment]));
  const plans = new Map(snapshot.plans.map((plan) => [plan.name, plan]));
  const keys = new Map<string, KnownKey>();
  for (const { hash, id, kind, projectId, environmentId, isRevoked } of snapshot.keys) {
    const environment = environments.get(environmentId);
    if (!isRevoked && environment !== undefined) keys.set(hash, { keyId: id, kind, projectId, environment });
  }
  return {
    keys,
    operatorTokens: new Set(snapshot.operatorTokenHashes),
    environments,
    planByProject: new Map(snapshot.projects.map(({ id, plan }) => [id, plans.get(plan)])),
    planNameByProject: new Map(snapshot.projects.map(({ id, plan }) => [id, plan])),
  };
}
