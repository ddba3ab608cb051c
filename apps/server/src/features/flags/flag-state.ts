import type { MemberName } from '../../control/member-name-statements.ts';
import type { ValueType } from '../../edge/targeting-rules.ts';
import type { Flag, FlagKind, FlagStatus, Prerequisite } from './flag-store.ts';

/** A flag in the change log. */
export type FlagState = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly value_type: ValueType;
  readonly default_value: unknown;
  readonly platforms: readonly string[];
  readonly tags: readonly string[];
  readonly kind: FlagKind;
  readonly status: FlagStatus;
  /** Absent in changes of before flags had owners. */
  readonly owner?: MemberName | null;
  /** These are not in changes of before flags had them. */
  readonly prerequisites?: readonly Prerequisite[];
  readonly expires_on?: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export function flagState(flag: Omit<Flag, 'stale' | 'lastSeenAtMs'>): FlagState {
  return {
    id: flag.id,
    key: flag.key,
    name: flag.name,
    description: flag.description,
    value_type: flag.valueType,
    default_value: flag.defaultValue,
    platforms: flag.platforms,
    tags: flag.tags,
    kind: flag.kind,
    status: flag.status,
    owner: flag.owner,
    prerequisites: flag.prerequisites,
    expires_on: flag.expiresOn,
    created_at: new Date(flag.createdAtMs).toISOString(),
    updated_at: new Date(flag.updatedAtMs).toISOString(),
  };
}
