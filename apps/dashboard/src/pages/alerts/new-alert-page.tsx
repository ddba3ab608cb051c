import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { type SearchReader, usePageSearch } from '../../navigation/use-page-search.ts';
import { newDraft } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';

interface NewAlertSearch {
  /** As it was sent here by Explore or a dashboard; the server decides whether it can be watched. */
  readonly query: Wire['InsightQuery'] | undefined;
  readonly name: string | undefined;
}

const readSearch: SearchReader<NewAlertSearch> = ({ query, name }) => ({
  query:
    typeof query === 'object' && query !== null && 'kind' in query && typeof query.kind === 'string'
      ? (query as Wire['InsightQuery'])
      : undefined,
  name: typeof name === 'string' ? name.slice(0, 120) : undefined,
});

/** A new alert, empty or with the query of another page. */
export function NewAlertPage() {
  const { environment } = useEnvironment();
  const { whyNot } = useRole();
  const href = usePageHref();
  const navigate = useNavigateTo();
  const [{ query, name }] = usePageSearch(readSearch);
  const initial = useMemo(() => ({ ...newDraft(query), name: name ?? '' }), [query, name]);
  const create = useApiMutation('POST', '/v1/alerts', {
    invalidates: ['/v1/alerts', '/v1/changes'],
    onSuccess: ({ data }) => {
      toasts.success({ title: 'Alert created' });
      navigate(href('/alerts/$id', { id: data.id }));
    },
  });
  const why = whyNot('editor');
  return (
    <>
      <PageHeader
        title="New alert"
        breadcrumbs={[{ label: 'Alerts', href: href('/alerts') }]}
        description="Get a message when a number is too high, too low or unusual"
      />
      {why !== undefined ? (
        <EmptyState title="You can't create alerts">{why}</EmptyState>
      ) : (
        <AlertForm
          initial={initial}
          action="Create alert"
          isSaving={create.isPending}
          problem={create.error}
          onCancel={() => navigate(href('/alerts'))}
          onSave={({ name: named, definition, remind, webhookIds }) =>
            create.mutate({
              body: {
                name: named,
                environment_id: environment.id,
                ...definition,
                remind,
                webhook_ids: [...webhookIds],
              },
            })
          }
        />
      )}
    </>
  );
}
