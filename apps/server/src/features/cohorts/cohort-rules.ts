import { COHORT_FIELD } from '@lamppost/evaluator';
import { invalidField, type Wire } from '@lamppost/protocol';
import { cohortsNamedBy } from '../../edge/cohorts-named-by.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Condition } from '../../edge/targeting-rules.ts';
import type { CohortKeeper } from './cohort-keeper.ts';
import type { CohortLimits } from './cohort-limits.ts';
import type { Cohort, CohortStore } from './cohort-store.ts';

type CohortUse = NonNullable<Wire['Targeting']['cohorts']>[number];
interface RuleWithConditions {
  readonly conditions: readonly Condition[];
}

export interface CohortRulesDeps {
  readonly cohorts: Pick<CohortStore, 'find'>;
  readonly keeper: CohortKeeper;
  readonly state: EdgeState;
  readonly limits: CohortLimits;
}

/** Cohorts in the rules of flags and in the audiences of experiments. */
export class CohortRules {
  readonly #deps: CohortRulesDeps;

  constructor(deps: CohortRulesDeps) {
    this.#deps = deps;
  }

  /**
   * Rules that can be saved: cohorts are named by their keys, are there, and are served by the time this resolves. A
   * 400 that names the place otherwise.
   */
  async prepare<Rule extends RuleWithConditions>(scope: Scope, rules: readonly Rule[]): Promise<readonly Rule[]> {
    const served = new Map<string, number>();
    const prepared: Rule[] = [];
    for (const [at, rule] of rules.entries()) {
      const conditions = await this.prepareConditions(scope, rule.conditions, `rules.${at}.conditions`, served);
      prepared.push({ ...rule, conditions });
    }
    return prepared;
  }

  /** The same for conditions that were sent at `sentAt`. `served`: users of cohorts that are about to be named. */
  async prepareConditions(
    scope: Scope,
    conditions: readonly Condition[],
    sentAt: string,
    served: Map<string, number> = new Map(),
  ): Promise<readonly Condition[]> {
    const prepared: Condition[] = [];
    for (const [index, condition] of conditions.entries()) {
      const place = `${sentAt}.${index}.values`;
      prepared.push(
        condition.field === COHORT_FIELD
          ? { ...condition, values: await this.#keysOf(scope, condition.values, place, served) }
          : condition,
      );
    }
    return prepared;
  }

  /** How those that rules name are doing; undefined where they name none. */
  async statesOf(scope: Scope, rules: readonly RuleWithConditions[]): Promise<CohortUse[] | undefined> {
    const keys = [...cohortsNamedBy(rules)].sort();
    if (keys.length === 0) return undefined;
    return await Promise.all(
      keys.map(async (key) => this.#stateOf(scope, key, await this.#deps.cohorts.find(scope, key))),
    );
  }

  async #keysOf(
    scope: Scope,
    values: Condition['values'],
    place: string,
    served: Map<string, number>,
  ): Promise<string[]> {
    const keys: string[] = [];
    for (const [index, value] of values.entries()) {
      const at = `${place}.${index}`;
      const cohort = await this.#deps.cohorts.find(scope, String(value));
      if (cohort === undefined) throw invalidField(at, `"${value}" is not a cohort of this environment`);
      if (cohort.archivedAtMs !== null) throw invalidField(at, `the cohort "${cohort.key}" is archived`);
      if (!served.has(cohort.key)) served.set(cohort.key, await this.#serve(cohort, at, served));
      keys.push(cohort.key);
    }
    return keys;
  }

  async #serve(cohort: Cohort, at: string, others: ReadonlyMap<string, number>): Promise<number> {
    const { keeper, limits } = this.#deps;
    const { users } = await keeper.compute(cohort, { isServed: true });
    if (users > limits.users) {
      throw invalidField(at, `the cohort "${cohort.key}" has ${users} users: rules take at most ${limits.users}`);
    }
    const inAll = keeper.usersServedBeside(cohort) + users + this.#notYetNamed(cohort, others);
    if (inAll > limits.usersInAll) {
      const what = `with the cohort "${cohort.key}", the rules of the environment would use ${inAll} users`;
      throw invalidField(at, `${what}: the limit is ${limits.usersInAll}`);
    }
    return users;
  }

  /** Users of other cohorts that the same rules begin to name. */
  #notYetNamed({ environmentId }: Cohort, others: ReadonlyMap<string, number>): number {
    const named = new Set(this.#deps.state.served(environmentId).cohortKeys);
    return [...others].reduce((sum, [key, users]) => (named.has(key) ? sum : sum + users), 0);
  }

  #stateOf({ environmentId }: Scope, key: string, cohort: Cohort | undefined): CohortUse {
    const { state, limits } = this.#deps;
    const use = (name: CohortUse['state'], message: string | null): CohortUse => ({
      key,
      state: name,
      message,
      user_count: cohort?.userCount ?? null,
    });
    const nobody = 'Conditions on it match no users.';
    if (cohort === undefined) return use('unknown', `There is no cohort "${key}". ${nobody}`);
    if (cohort.archivedAtMs !== null) return use('archived', `The cohort "${key}" is archived. ${nobody}`);
    if (state.servedUsersOf(environmentId, key) !== undefined) return use('served', null);
    if (cohort.error !== null) {
      return use('failed', `The cohort "${key}" could not be computed: ${cohort.error}. ${nobody}`);
    }
    if (cohort.userCount === null) return use('waiting', `The cohort "${key}" has not been computed yet. ${nobody}`);
    const bound = `${limits.users} for one cohort and ${limits.usersInAll} for all`;
    return use(
      'too_large',
      `The cohort "${key}" has ${cohort.userCount} users, too many for rules (${bound}). ${nobody}`,
    );
  }
}
