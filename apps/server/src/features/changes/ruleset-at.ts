import type { Change } from '../../control/change.ts';
import { groupsNamedBy } from '../../edge/groups-named-by.ts';
import { type Ruleset, rulesetExperiment, rulesetFlag } from '../../edge/ruleset.ts';
import type { ExperimentState } from '../experiments/experiment-state.ts';
import type { FlagState } from '../flags/flag-state.ts';
import type { TargetingState } from '../flags/targeting-state.ts';
import type { GroupMemberState, GroupState } from '../groups/group-state.ts';

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
  const experiments = inOrder(states<ExperimentState>('experiment'))
    .filter((experiment) => experiment.environment_id === environmentId)
    .flatMap((experiment) => rulesetExperiment(experiment) ?? []);
  const named = groupsNamedBy(flags.flatMap(({ rules }) => rules));
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
