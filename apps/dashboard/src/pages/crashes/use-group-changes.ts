import { useState } from 'react';
import { useApiClient } from '../../api/api-context.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { formatCount } from '../../design/format/format-count.ts';

export type GroupStatusChange = 'open' | 'resolved' | 'ignored';
export type GroupChange =
  | { readonly status: GroupStatusChange; readonly resolved_in_version?: string }
  | { readonly assignee: string | null };

const done: Readonly<Record<GroupStatusChange, string>> = {
  open: 'reopened',
  resolved: 'resolved',
  ignored: 'ignored',
};

function pastOf(body: GroupChange): string {
  if ('status' in body) return done[body.status];
  return body.assignee === null ? 'unassigned' : 'assigned';
}

/** Resolves, ignores, reopens or assigns groups, one after the other, and says what became of it. */
export function useGroupChanges() {
  const api = useApiClient();
  const invalidate = useInvalidate();
  const [isBusy, setBusy] = useState(false);
  const change = async (ids: readonly string[], body: GroupChange): Promise<boolean> => {
    setBusy(true);
    let changed = 0;
    try {
      for (const id of ids) {
        await api.patch('/v1/crashes/groups/:id', { params: { id }, body });
        changed += 1;
      }
      toasts.success({
        title: `${ids.length === 1 ? 'Group' : formatCount(ids.length, 'group')} ${pastOf(body)}`,
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const rest = changed === 0 ? 'No groups were changed.' : `${changed} of ${ids.length} were changed.`;
      toasts.error({ title: `Couldn't update the group`, message: `${asSentence(error.message)} ${rest}` });
      return false;
    } finally {
      setBusy(false);
      await invalidate('/v1/crashes/groups', '/v1/changes');
    }
  };
  return { change, isBusy };
}
