import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Scope } from '../../edge/scope.ts';
import type { CrashGroupStore } from './crash-group-store.ts';
import type { CrashGrouper } from './crash-grouper.ts';
import { crashReportsQuery } from './queries/crash-groups.ts';
import type { EmptyCrashGroups } from './triage/empty-crash-groups.ts';

export interface ExpiredDescriptionsDeps {
  readonly grouper: Pick<CrashGrouper, 'describe'>;
  readonly store: AnalyticsStore;
  readonly groups: Pick<CrashGroupStore, 'describedBefore' | 'describe'>;
  readonly emptyGroups: EmptyCrashGroups;
}

const PAGE = 50;

/**
 * A group is described in the words of one of its reports. When that report has expired, the words go too: the newest
 * report that is left describes the group, or nothing but its type when there is none.
 */
export class ExpiredDescriptions {
  readonly #deps: ExpiredDescriptionsDeps;

  constructor(deps: ExpiredDescriptionsDeps) {
    this.#deps = deps;
  }

  async replace(scope: Scope, expiredBeforeMs: number): Promise<void> {
    const { groups, store, grouper, emptyGroups } = this.#deps;
    for (;;) {
      const fingerprints = await groups.describedBefore(scope.environmentId, expiredBeforeMs, PAGE);
      for (const fingerprint of fingerprints) {
        const { rows } = await store.run(crashReportsQuery, { scope, fingerprints: [fingerprint], page: { limit: 1 } });
        const [newest] = rows;
        // The store has not let it expire yet: the next round comes back to it.
        if (newest !== undefined && newest.receivedAtMs < expiredBeforeMs) return;
        const description = newest === undefined ? null : await grouper.describe(scope.projectId, newest);
        await groups.describe(scope, fingerprint, description, newest?.receivedAtMs ?? Date.now());
        if (newest === undefined) await emptyGroups.removeComments(scope, [fingerprint]);
      }
      if (fingerprints.length < PAGE) return;
    }
  }
}
