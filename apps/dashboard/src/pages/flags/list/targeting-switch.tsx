import { Switch } from '@mantine/core';
import type { Aim, Flag } from '../targeting/targeting.ts';

export interface TargetingSwitchProps {
  readonly flag: Flag;
  readonly targeting: Aim | undefined;
  readonly isDisabled: boolean;
  readonly onAsk: (kind: 'kill' | 'restore') => void;
}

/** Whether rules and rollout apply, or the flag is killed. It does not move by itself: the dialog that it opens does that. */
export function TargetingSwitch({ flag, targeting, isDisabled, onAsk }: TargetingSwitchProps) {
  const isKilled = targeting?.kill !== null && targeting?.kill !== undefined;
  return (
    <Switch
      size="xs"
      aria-label={`Targeting of ${flag.key}`}
      checked={!isKilled}
      disabled={isDisabled}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onAsk(isKilled ? 'restore' : 'kill')}
    />
  );
}
