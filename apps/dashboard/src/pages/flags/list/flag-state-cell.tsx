import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import { isGuardrailKill } from '../rollout/ramp-words.ts';
import { flagState } from '../targeting/flag-state.ts';
import type { Aim, Flag } from '../targeting/targeting.ts';
import styles from './flags-list.module.css';

export interface FlagStateCellProps {
  readonly flag: Flag;
  readonly targeting: Aim | undefined;
  readonly environment: string;
}

/** The state of a flag in words; a kill also says since when and why. */
export function FlagStateCell({ flag, targeting, environment }: FlagStateCellProps) {
  const state = flagState(flag, targeting, environment);
  if (state.kind === 'killed' && targeting?.kill) {
    return (
      <span className={styles.state}>
        <StatusBadge tone="bad">
          {isGuardrailKill(targeting.kill.reason) ? 'Killed by guardrail' : 'Killed'}
        </StatusBadge>
        <span className={styles.words}>
          <RelativeTime at={targeting.kill.at} />: <bdi>{targeting.kill.reason}</bdi>
        </span>
      </span>
    );
  }
  return (
    <span className={styles.state}>
      <StatusBadge tone={state.tone}>{state.short}</StatusBadge>
      <span className={styles.words}>{state.words}</span>
    </span>
  );
}
