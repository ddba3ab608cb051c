import { useCallback, useState } from 'react';
import { diffTargeting } from '../targeting/diff-targeting.ts';
import { type DraftProblems, draftProblems } from '../targeting/draft-problems.ts';
import {
  draftOf,
  isSameDraft,
  isSameValue,
  type Targeting,
  type TargetingDraft,
  type ValueType,
} from '../targeting/targeting.ts';

export interface TargetingDraftState {
  readonly draft: TargetingDraft;
  /** What the draft was made from. */
  readonly base: Targeting;
  readonly isDirty: boolean;
  readonly changeCount: number;
  /** The server has something else than what the draft was made from. */
  readonly hasMoved: boolean;
  readonly problems: DraftProblems;
  readonly change: (part: Partial<TargetingDraft>) => void;
  readonly discard: () => void;
  /** What the server found wrong, until the next edit. */
  readonly setServerProblems: (problems: DraftProblems) => void;
}

interface Edit {
  readonly base: Targeting;
  readonly draft: TargetingDraft;
}

const none: DraftProblems = {};

/** Follows the server until somebody edits; from then on it is theirs until it is saved or discarded. */
export function useTargetingDraft(targeting: Targeting, valueType: ValueType): TargetingDraftState {
  const [edit, setEdit] = useState<Edit>();
  const [serverProblems, setServerProblems] = useState(none);
  const base = edit?.base ?? targeting;
  const draft = edit?.draft ?? draftOf(targeting);
  const isDirty = edit !== undefined && !isSameDraft(draftOf(edit.base), edit.draft);
  return {
    draft,
    base,
    isDirty,
    changeCount: isDirty ? diffTargeting(draftOf(base), draft).length : 0,
    hasMoved: isDirty && !isSameValue(draftOf(base), draftOf(targeting)),
    problems: { ...(isDirty ? draftProblems(draft, valueType) : none), ...serverProblems },
    change: (part) => {
      setServerProblems(none);
      setEdit({ base, draft: { ...draft, ...part } });
    },
    discard: useCallback(() => {
      setServerProblems(none);
      setEdit(undefined);
    }, []),
    setServerProblems,
  };
}
