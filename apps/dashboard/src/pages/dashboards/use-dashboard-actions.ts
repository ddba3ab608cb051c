import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { copyDashboard, nameOfCopy } from './copy-dashboard.ts';
import type { Dashboard } from './dashboard.ts';

export interface DashboardActions {
  readonly isBusy: boolean;
  /** Makes a dashboard of a template, or like another one, and goes there. */
  readonly copy: (id: string, how: 'template' | 'copy') => void;
  /** Puts a dashboard away; for some seconds it can be brought back. */
  readonly remove: (id: string, after?: () => void) => void;
}

export function useDashboardActions(): DashboardActions {
  const { api } = useEnvironment();
  const queries = useQueryClient();
  const navigate = useNavigateTo();
  const href = usePageHref();
  const [isBusy, setBusy] = useState(false);

  const attempt = async (failed: string, kept: string, work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({ title: failed, message: `${asSentence(error.message)} ${kept}` });
    } finally {
      setBusy(false);
    }
  };
  /** The lists alone: a dashboard that was removed must not be asked for again by the page that is being left. */
  const renewLists = (): Promise<void> =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[3] === '/v1/dashboards' });
  const read = async (id: string): Promise<Dashboard> => (await api.get('/v1/dashboards/:id', { params: { id } })).data;

  const restore = (dashboard: Dashboard) =>
    attempt("Couldn't restore the dashboard", 'It is still in the change log.', async () => {
      const id = await copyDashboard(api, dashboard, dashboard.name);
      await renewLists();
      navigate(href('/dashboards/$id', { id }));
    });
  return {
    isBusy,
    copy: (id, how) =>
      void attempt("Couldn't duplicate the dashboard", 'No dashboard was created.', async () => {
        const from = await read(id);
        const { data: others } = await api.get('/v1/dashboards', { query: { is_template: false, limit: 100 } });
        const taken = others.map(({ name }) => name);
        const name = how === 'template' && !taken.includes(from.name) ? from.name : nameOfCopy(from.name, taken);
        const made = await copyDashboard(api, from, name);
        await renewLists();
        navigate(href('/dashboards/$id', { id: made }));
      }),
    remove: (id, after) =>
      void attempt("Couldn't delete the dashboard", 'The dashboard was not deleted.', async () => {
        const dashboard = await read(id);
        await api.delete('/v1/dashboards/:id', { params: { id } });
        after?.();
        await renewLists();
        toasts.success({
          title: 'Dashboard deleted',
          message: dashboard.name,
          action: { label: 'Undo', run: () => void restore(dashboard) },
        });
      }),
  };
}
