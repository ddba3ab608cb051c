import type { EdgeMark, EdgeSnapshot, SnapshotGroup, SnapshotSchema } from './edge-snapshot.ts';

/** Who has joined a group and who has left it. A group that is not known yet begins without members. */
export interface GroupChange extends Omit<SnapshotGroup, 'members'> {
  /** In the order in which they were added; anyone who is there already moves to the end. */
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Those who have joined are all there are. */
  readonly isWhole?: true;
}

/** Rows that are not served any more. */
export interface GoneRows {
  readonly flags?: readonly string[];
  readonly experiments?: readonly string[];
  readonly schemas?: readonly Pick<SnapshotSchema, 'projectId' | 'eventName'>[];
}

/**
 * Rows as they are now; what is absent is as it was. They say how things are, not what was done, so they may be applied
 * again to a state that knows them already.
 */
export interface EdgeRows
  extends Partial<
    Pick<EdgeSnapshot, 'projects' | 'environments' | 'flags' | 'experiments' | 'schemas' | 'keys'> &
      // These two are short, and told whole.
      Pick<EdgeSnapshot, 'plans' | 'operatorTokenHashes'>
  > {
  readonly groups?: readonly GroupChange[];
  readonly gone?: GoneRows;
}

/** What has changed between a mark and another. */
export interface EdgeChanges {
  readonly mark: EdgeMark;
  readonly rows: EdgeRows;
}

export const wholeGroup = ({ members, ...group }: SnapshotGroup): GroupChange => ({
  ...group,
  joined: members,
  left: [],
  isWhole: true,
});

/** A snapshot is what has changed since there was nothing. */
export function rowsOf({ mark: _mark, takenAtMs: _at, groups, ...rows }: EdgeSnapshot): EdgeRows {
  return { ...rows, groups: groups.map(({ members, ...group }) => ({ ...group, joined: members, left: [] })) };
}
