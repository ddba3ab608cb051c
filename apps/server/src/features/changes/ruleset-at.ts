import type { Change } from '../../control/change.ts';
import { groupsNamedBy, groupsNamedByExperiment } from '../../edge/groups-named-by.ts';
import { type ProjectHoldout, type Ruleset, rulesetExperiment, rulesetFlag, withHoldout } from '../../edge/ruleset.ts';
import type { ExperimentState } from '../experiments/experiment-state.ts';
import type { FlagState } from '../flags/flag-state.ts';
import type { TargetingState } from '../flags/targeting-state.ts';
import type { GroupMemberState, GroupState } from '../groups/group-state.ts';
import type { HoldoutState } from '../holdout/holdout-state.ts';

export type RulesetChange = Pick<Change, 'entityType' | 'entityId' | 'environmentId' | 'after' | 'createdAtMs'>;

/**
 * What an environment served, from the change log alone: `changes` are those of its project up to the moment,
 * oldest first. Only the last of each entity counts, so the others may be left out.
 */
export function rulesetAt(changes: readonly RulesetChange[], environmentId: string, configVersion: number): Ruleset {
  const states = lastStates(changes);
  const targetings = new Map<string, TargetingState>();
  for (const state of states<TargetingState>('targeting')) {
    if (state.environment_id === environmentId) targetings.set(state.flag_id, state);
  }
  const flags = inOrder(states<FlagState>('flag')).flatMap(
    (flag) => rulesetFlag(flag, targetings.get(flag.id) ?? noTargeting) ?? [],
  );
  const holdout = states<HoldoutState>('holdout').map(holdoutOf)[0];
  const experiments = inOrder(states<ExperimentState>('experiment'))
    .filter((experiment) => experiment.environment_id === environmentId)
    .flatMap((experiment) => {
      const served = rulesetExperiment(experiment);
      return served === undefined ? [] : [withHoldout(served, timeOrNull(experiment.completed_at), holdout)];
    });
  const named = new Set([
    ...groupsNamedBy(flags.flatMap(({ rules }) => rules)),
    ...experiments.flatMap((experiment) => [...groupsNamedByExperiment(experiment)]),
  ]);
  const groups = inOrder(states<GroupState>('group')).filter(({ key }) => named.has(key));
  const members = states<GroupMemberState>('group_member').toSorted(byText('added_at'));
  return {
    configVersion,
    flags,
    experiments,
    groups: Object.fromEntries(
      groups.map(({ id, key }) => [
        key,
        members.filter((member) => member.group_id === id).map((member) => member.user_id),
      ]),
    ),
  };
}

const timeOrNull = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

function holdoutOf({ id, percentage, began_at }: HoldoutState): ProjectHoldout | undefined {
  return began_at === null ? undefined : { id, percentage, beganAtMs: Date.parse(began_at) };
}

const noTargeting = { rules: [], rollout: null, kill: null };

function lastStates(changes: readonly RulesetChange[]): <State>(type: Change['entityType']) => State[] {
  const last = new Map<string, RulesetChange>();
  for (const change of changes) {
    last.set(`${change.entityType} ${change.entityId} ${change.environmentId ?? ''}`, change);
  }
  return <State>(type: Change['entityType']) =>
    [...last.values()]
      .filter(({ entityType, after }) => entityType === type && after !== null)
      .map(
        // Written by the stores, so the state has the shape of its entity.
        ({ after }) => after as State,
      );
}

/** ISO times of one form sort as text, and no two entities of a project have the same. */
function inOrder<State extends { readonly created_at: string }>(states: readonly State[]): State[] {
  return states.toSorted(byText('created_at'));
}

function byText<Name extends string>(name: Name) {
  return (a: Readonly<Record<Name, string>>, b: Readonly<Record<Name, string>>): number =>
    a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0;
}
