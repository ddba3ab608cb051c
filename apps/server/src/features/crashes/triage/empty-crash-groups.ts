import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { CrashGroupStore } from '../crash-group-store.ts';
import { crashReportsQuery } from '../queries/crash-groups.ts';

/** What people wrote about a group goes with its last report. */
export class EmptyCrashGroups {
  readonly #store: AnalyticsStore;
  readonly #groups: Pick<CrashGroupStore, 'ofFingerprints' | 'removeComments'>;

  constructor(store: AnalyticsStore, groups: Pick<CrashGroupStore, 'ofFingerprints' | 'removeComments'>) {
    this.#store = store;
    this.#groups = groups;
  }

  /** Of those of the fingerprints' groups that have no report any more. */
  async removeComments(scope: Scope, removed: readonly string[]): Promise<void> {
    if (removed.length === 0) return;
    for (const { id, fingerprints } of await this.#groups.ofFingerprints(scope.environmentId, removed)) {
      const { rows } = await this.#store.run(crashReportsQuery, { scope, fingerprints, page: { limit: 1 } });
      if (rows.length === 0) await this.#groups.removeComments(scope.environmentId, id);
    }
  }
}
