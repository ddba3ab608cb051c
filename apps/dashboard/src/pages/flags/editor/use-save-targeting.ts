import { useCallback } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { orRequested } from '../../../api/or-requested.ts';
import { useInvalidate } from '../../../api/use-api-mutation.ts';
import type { SaveStep } from '../targeting/save-plan.ts';
import type { Targeting } from '../targeting/targeting.ts';

/** What shows something of a flag's targeting. */
export const changedPaths = ['/v1/flags', '/v1/ruleset', '/v1/changes', '/v1/change-requests'] as const;

/** The part of a body that carries a comment: none for a blank one. */
export const commentPart = (comment: string): { comment?: string } =>
  comment.trim() === '' ? {} : { comment: comment.trim() };

/** Some steps may have been taken before one failed; then what is saved is said with the failure. */
export class SaveFailure extends Error {
  readonly done: readonly SaveStep['kind'][];
  readonly step: SaveStep['kind'];
  constructor(step: SaveStep['kind'], done: readonly SaveStep['kind'][], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'SaveFailure';
    this.step = step;
    this.done = done;
  }
}

export interface SaveTargeting {
  /** As it is on the server now, not as it was shown. */
  readonly fresh: () => Promise<Targeting>;
  /** Each step is logged with the comment; a kill has a reason instead. */
  readonly save: (steps: readonly SaveStep[], comment: string) => Promise<void>;
  /** Rules and rollout as one change request. Kill and restore are made at once, as they need no approval. */
  readonly request: (steps: readonly SaveStep[], comment: string) => Promise<void>;
}

export function useSaveTargeting(flagId: string): SaveTargeting {
  const api = useApiClient();
  const invalidate = useInvalidate();
  const fresh = useCallback(async () => {
    const { data } = await api.get('/v1/flags/:id/rules', { params: { id: flagId } });
    return data;
  }, [api, flagId]);
  const save = async (steps: readonly SaveStep[], comment: string) => {
    const params = { id: flagId };
    const said = commentPart(comment);
    const done: SaveStep['kind'][] = [];
    try {
      for (const step of steps) {
        try {
          if (step.kind === 'rules')
            await api.put('/v1/flags/:id/rules', { params, body: { rules: [...step.rules], ...said } });
          else if (step.kind === 'rollout') {
            const { percentage, value } = step;
            await api.put('/v1/flags/:id/rollout', { params, body: { percentage, value, ...said } });
          } else if (step.kind === 'kill') {
            await api.post('/v1/flags/:id/kill', { params, body: { value: step.value, reason: step.reason } });
          } else await api.post('/v1/flags/:id/restore', { params, body: said });
        } catch (error) {
          throw new SaveFailure(step.kind, done, error);
        }
        done.push(step.kind);
      }
    } finally {
      if (done.length > 0) await invalidate(...changedPaths);
    }
  };
  const request = async (steps: readonly SaveStep[], comment: string) => {
    const immediate = steps.filter(({ kind }) => kind === 'kill' || kind === 'restore');
    if (immediate.length > 0) await save(immediate, comment);
    const edited = editOf(steps);
    if (edited === undefined) return;
    const call = { params: { id: flagId }, body: { ...edited, ...commentPart(comment) } };
    try {
      await orRequested(api.put('/v1/flags/:id/targeting', call));
    } finally {
      await invalidate(...changedPaths);
    }
  };
  return { fresh, save, request };
}

/** The rules and the rollout among the steps; undefined where there is neither. */
function editOf(steps: readonly SaveStep[]) {
  const rules = steps.find((step) => step.kind === 'rules')?.rules;
  const rollout = steps.find((step) => step.kind === 'rollout');
  if (rules === undefined && rollout === undefined) return undefined;
  return {
    ...(rules === undefined ? {} : { rules: [...rules] }),
    ...(rollout === undefined ? {} : { rollout: { percentage: rollout.percentage, value: rollout.value } }),
  };
}
