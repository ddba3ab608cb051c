import { formatCount } from '../../../design/format/format-count.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import type { Tone } from '../../../design/primitives/status-badge.tsx';
import { valueText } from './rule-words.ts';
import { type Aim, type Flag, isSameValue } from './targeting.ts';

export interface FlagStateWords {
  readonly kind: 'archived' | 'killed' | 'on' | 'off' | 'partly';
  readonly tone: Tone;
  /** For a badge: "On", "30 %", "Killed". */
  readonly short: string;
  /** A sentence without a full stop: "On for 30 % of production, 2 rules". */
  readonly words: string;
}

type Subject = Pick<Flag, 'status' | 'value_type' | 'default_value'>;

/** What a flag is in an environment, said in words. The reason and time of a kill stand in the targeting itself. */
export function flagState(flag: Subject, targeting: Aim | undefined, environment: string): FlagStateWords {
  if (flag.status === 'archived') {
    return { kind: 'archived', tone: 'neutral', short: 'Archived', words: 'Archived, not served' };
  }
  const { rules = [], rollout = null, kill = null } = targeting ?? {};
  if (kill !== null) {
    const words = `Killed in ${environment}: all users get ${valueText(kill.value)}`;
    return { kind: 'killed', tone: 'bad', short: 'Killed', words };
  }
  const active = rules.filter(({ enabled }) => enabled);
  const withRules = active.length === 0 ? '' : `, ${formatCount(active.length, 'rule')}`;
  const given = rollout !== null && rollout.percentage > 0 && !isSameValue(rollout.value, flag.default_value);
  if (flag.value_type === 'boolean')
    return booleanState(flag.default_value === true, targeting, environment, withRules);
  const otherwise = valueText(flag.default_value);
  if (!given) {
    const kind = active.length === 0 ? 'off' : 'partly';
    const tone = active.length === 0 ? 'neutral' : 'good';
    const words =
      active.length === 0
        ? `Default ${otherwise} for all users in ${environment}`
        : `Default ${otherwise} in ${environment}${withRules}`;
    return { kind, tone, short: active.length === 0 ? 'Default' : 'By rule', words };
  }
  const share = formatPercent(rollout.percentage);
  const whole = rollout.percentage === 100;
  const words = whole
    ? `${valueText(rollout.value)} for all users in ${environment}${withRules}`
    : `${valueText(rollout.value)} for ${share} of ${environment}, else ${otherwise}${withRules}`;
  return { kind: whole ? 'on' : 'partly', tone: 'good', short: share, words };
}

function booleanState(
  isOnByDefault: boolean,
  targeting: Aim | undefined,
  environment: string,
  withRules: string,
): FlagStateWords {
  const rollout = targeting?.rollout ?? null;
  const share = onShare(isOnByDefault, rollout);
  if (share === 100) {
    return { kind: 'on', tone: 'good', short: 'On', words: `On for all users in ${environment}${withRules}` };
  }
  if (share > 0) {
    const short = formatPercent(share);
    return { kind: 'partly', tone: 'good', short, words: `On for ${short} of ${environment}${withRules}` };
  }
  const turnsOn = targeting?.rules.some(
    ({ enabled, value, percentage }) => enabled && value === true && percentage > 0,
  );
  if (turnsOn) {
    const words = `On in ${environment} by ${withRules.replace(', ', '')} only`;
    return { kind: 'partly', tone: 'good', short: 'By rule', words };
  }
  return { kind: 'off', tone: 'neutral', short: 'Off', words: `Off in ${environment}${withRules}` };
}

/** The percentage of those whom no rule matches who have it on. */
function onShare(isOnByDefault: boolean, rollout: Aim['rollout']): number {
  if (rollout === null || rollout.value === isOnByDefault) return isOnByDefault ? 100 : 0;
  return isOnByDefault ? 100 - rollout.percentage : rollout.percentage;
}

/** Why a flag looks forgotten, and what to do about it. */
export function staleWords(stale: Flag['stale']): string | undefined {
  if (stale === null) return undefined;
  if (stale === 'expired') return 'Its expiry has passed. Remove it from the code, then archive it.';
  if (stale === 'unseen') return 'Not requested for 30 days. It may have been removed from the code.';
  if (stale === 'settled') return 'Rollout at 0 or 100 % for 30 days. It can be removed from the code.';
  return stale;
}
