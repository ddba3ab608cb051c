import type { Wire } from '@lamppost/protocol';
import type { LookItem } from './look-item.ts';

type Alert = Pick<
  Wire['AlertAnswer']['data'],
  'id' | 'name' | 'state' | 'message' | 'firing_since' | 'state_since' | 'muted'
>;

/** Alerts that fire, and those whose query fails. Muted ones were meant to be quiet. */
export const alertItems = (alerts: readonly Alert[]): readonly LookItem[] =>
  alerts.flatMap(({ id, name, state, message, muted, firing_since: firingSince, state_since: since }): LookItem[] => {
    const target = { id: `alert ${id}`, subject: name, page: '/alerts/$id', params: { id } } as const;
    if (muted) return [];
    if (firingSince !== null)
      return [{ ...target, weight: 'bad', words: `is firing. ${message ?? ''}`, at: firingSince }];
    if (state === 'error')
      return [{ ...target, weight: 'warn', words: `can't be checked. ${message ?? ''}`, at: since }];
    return [];
  });
