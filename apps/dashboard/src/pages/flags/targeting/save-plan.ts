import { isSameValue, type Targeting, type TargetingDraft } from './targeting.ts';

/** One request each, in this order. */
export type SaveStep =
  | { readonly kind: 'rules'; readonly rules: TargetingDraft['rules'] }
  | { readonly kind: 'rollout'; readonly percentage: number; readonly value: unknown }
  | { readonly kind: 'kill'; readonly value: unknown; readonly reason: string }
  | { readonly kind: 'restore' };

/** What has to be sent so that `current` becomes `wanted`: nothing for what is the same. */
export function planSave(current: TargetingDraft, wanted: TargetingDraft, defaultValue: unknown): SaveStep[] {
  const steps: SaveStep[] = [];
  if (!isSameValue(current.rules, wanted.rules)) steps.push({ kind: 'rules', rules: wanted.rules });
  const rollout = rolloutStep(current.rollout, wanted.rollout, defaultValue);
  return rollout === undefined ? steps : [...steps, rollout];
}

/** A rollout, once made, stays: its id is what people's buckets are made from. Without one means for nobody. */
function rolloutStep(
  current: TargetingDraft['rollout'],
  wanted: TargetingDraft['rollout'],
  defaultValue: unknown,
): SaveStep | undefined {
  if (wanted !== null) {
    const isSame =
      current !== null && current.percentage === wanted.percentage && isSameValue(current.value, wanted.value);
    return isSame ? undefined : { kind: 'rollout', ...wanted };
  }
  if (current === null || current.percentage === 0) return undefined;
  return { kind: 'rollout', percentage: 0, value: current.value ?? defaultValue };
}

/** Like planSave, with the kill switch: for going back to what was. */
export function planRevert(current: Targeting, past: Targeting | null, defaultValue: unknown): SaveStep[] {
  const wanted = past ?? { rules: [], rollout: null, kill: null };
  const steps = planSave(withoutId(current), withoutId(wanted), defaultValue);
  if (wanted.kill === null) return current.kill === null ? steps : [...steps, { kind: 'restore' }];
  const { value, reason } = wanted.kill;
  const isSame = current.kill !== null && current.kill.reason === reason && isSameValue(current.kill.value, value);
  // Killed first: whatever the rules become, nobody gets them.
  return isSame ? steps : [{ kind: 'kill', value, reason }, ...steps];
}

const withoutId = ({ rules, rollout }: Pick<Targeting, 'rules' | 'rollout'>): TargetingDraft => ({
  rules,
  rollout: rollout && { percentage: rollout.percentage, value: rollout.value },
});
