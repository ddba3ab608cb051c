import { joinOwners, PERSON_KEY } from '../../../analytics/clickhouse/relations/persons.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { ExperimentUnit } from '../experiment-store.ts';

/** A number for the unit of an event `ev`, the same as that of its sessions (see session-rows.ts); NULL for nobody. */
export const UNIT_KEYS: Readonly<Record<ExperimentUnit, string>> = {
  auto: PERSON_KEY,
  device: "if(ev.device_id IS NULL, NULL, sipHash64('device', ev.device_id))",
  user: "if(ev.user_id IS NULL, NULL, sipHash64('user', ev.user_id))",
};

/** What has to be joined to `ev` for its unit to be found. */
export const joinUnit = (unit: ExperimentUnit, scope: Scope): string => (unit === 'auto' ? joinOwners(scope) : '');
