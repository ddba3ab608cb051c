import type { Db } from '../../control/sql/db.ts';
import type { SnapshotFlag, SnapshotTargeting } from '../../edge/edge-snapshot.ts';
import {
  findServedFlag,
  type ServedFlagRow,
  type ServedTargetingRow,
  servedFlags,
  servedTargetings,
  servedTargetingsOf,
} from './served-flag-statements.ts';

/** Rules are most of it and stay text until they are where they are used: cloning them between threads costs most. */
export interface CarriedFlag extends Omit<SnapshotFlag, 'targeting'> {
  readonly targeting: Readonly<Record<string, Omit<SnapshotTargeting, 'rules'> & { readonly rules: string }>>;
}

export function unpackFlag({ targeting, ...flag }: CarriedFlag): SnapshotFlag {
  return {
    ...flag,
    targeting: Object.fromEntries(
      Object.entries(targeting).map(([environmentId, { rules, rollout, kill }]) => [
        environmentId,
        { rules: JSON.parse(rules), rollout, kill },
      ]),
    ),
  };
}

/** All that are served somewhere, in the order in which they were made. */
export async function readFlags(db: Db): Promise<CarriedFlag[]> {
  const targetings = new Map<string, ServedTargetingRow[]>();
  for (const row of await servedTargetings(db)) {
    const ofFlag = targetings.get(row.flagId);
    if (ofFlag === undefined) targetings.set(row.flagId, [row]);
    else ofFlag.push(row);
  }
  return (await servedFlags(db)).map((row) => carry(row, targetings.get(row.id) ?? []));
}

/** Undefined for a flag that is served nowhere. */
export async function readFlag(db: Db, id: string): Promise<CarriedFlag | undefined> {
  const row = await findServedFlag(db, id);
  return row && carry(row, await servedTargetingsOf(db, id));
}

function carry(row: ServedFlagRow, targetings: readonly ServedTargetingRow[]): CarriedFlag {
  const { id, projectId, key, valueType, defaultValue, platforms, status, prerequisites, position } = row;
  return {
    projectId,
    position,
    definition: {
      id,
      key,
      value_type: valueType,
      default_value: defaultValue,
      platforms,
      status,
      ...(prerequisites.length === 0 ? {} : { prerequisites }),
    },
    targeting: Object.fromEntries(
      targetings.map(({ environmentId, rules, rolloutId, rollout, kill }) => [
        environmentId,
        { rules, rollout: rollout && { id: rolloutId ?? '', ...rollout }, kill },
      ]),
    ),
  };
}
