import { useCallback, useState } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { SuggestPicker } from '../../../design/inputs/suggest-picker.tsx';
import type { Suggest } from '../../../design/inputs/suggestion.ts';
import { useNavigateTo } from '../../../design/primitives/app-link.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import type { GroupDialogProps } from './resolve-dialog.tsx';

/** Groups of the last year are suggested. */
const lookBackMs = 365 * 86_400_000;

export function MergeDialog({ group, isOpen, onClose }: GroupDialogProps) {
  const api = useApiClient();
  const navigate = useNavigateTo();
  const href = usePageHref();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const suggest = useCallback<Suggest>(
    async (text, signal) => {
      const query = {
        search: text.trim() || undefined,
        limit: 20,
        from: new Date(Date.now() - lookBackMs).toISOString(),
      };
      const { data } = await api.get('/v1/crashes/groups', { query }, { signal });
      const others = data.filter(({ id }) => id !== group.id);
      setNames((known) => new Map([...known, ...others.map(({ id, title }) => [id, title] as const)]));
      return others.map(({ id, title, culprit, reports }) => ({
        value: id,
        label: title.slice(0, 160),
        detail: culprit ?? undefined,
        volume: reports,
      }));
    },
    [api, group.id],
  );
  const merge = useApiMutation('POST', '/v1/crashes/groups/:id/merge', {
    invalidates: ['/v1/crashes', '/v1/changes'],
    onSuccess: ({ data }) => {
      toasts.success({ title: 'Groups merged', message: 'You can split them again at any time.' });
      onClose();
      navigate(href('/crashes/$id', { id: data.id }));
    },
  });
  return (
    <FormDialog<{ readonly target: string | null }>
      isOpen={isOpen}
      onClose={onClose}
      title="Merge into another group"
      action="Merge groups"
      initial={{ target: null }}
      canSubmit={({ target }) => target !== null}
      onSubmit={({ target }) =>
        target !== null && merge.mutateAsync({ params: { id: target }, body: { group_ids: [group.id] } })
      }
      failureText={(message) => `Couldn't merge the groups. ${message}`}
    >
      {({ values: { target }, setFieldValue }) => (
        <>
          <p className={textStyles.mutedText}>
            Current and future reports of this group count toward the other group. Links to this group redirect there.
          </p>
          <SuggestPicker
            label="Group to merge into"
            placeholder="Select a group"
            value={target === null ? null : (names.get(target)?.slice(0, 120) ?? target)}
            onChange={(id) => setFieldValue('target', id)}
            suggest={suggest}
          />
        </>
      )}
    </FormDialog>
  );
}
