import { useMemo } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { nameOfCopy, newWidgetOf } from './copy-dashboard.ts';
import { type Dashboard, nameOfWidget, placedItems, type Widget } from './dashboard.ts';
import { placeForNew } from './grid/grid-layout.ts';
import type { WidgetActions } from './widget/widget-card.tsx';

/** What can be done with a widget from its menu. */
export function useWidgetActions(
  dashboard: Dashboard,
  columns: number,
  openEditor: (id: string) => void,
): WidgetActions {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const params = useMemo(() => ({ id: dashboard.id }), [dashboard.id]);
  const attempt = async (failed: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      await invalidate('/v1/dashboards');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({ title: failed, message: `${asSentence(error.message)} No changes were made.` });
    }
  };
  const add = (widget: Widget) =>
    attempt("Couldn't restore the widget", () =>
      api.post('/v1/dashboards/:id/widgets', { params, body: newWidgetOf(widget) }),
    );
  return {
    edit: ({ id }) => openEditor(id),
    copy: (widget) => {
      const { w, h } = widget.position;
      const position = placeForNew(placedItems(dashboard.widgets), { w, h }, columns);
      const name = nameOfCopy(
        nameOfWidget(widget),
        dashboard.widgets.map((each) => each.name),
      );
      void attempt("Couldn't duplicate the widget", () =>
        api.post('/v1/dashboards/:id/widgets', { params, body: { ...newWidgetOf(widget), name, position } }),
      );
    },
    remove: (widget) =>
      void attempt("Couldn't delete the widget", async () => {
        await api.delete('/v1/dashboards/:id/widgets/:widgetId', { params: { ...params, widgetId: widget.id } });
        toasts.success({
          title: 'Widget deleted',
          message: nameOfWidget(widget),
          action: { label: 'Undo', run: () => void add(widget) },
        });
      }),
  };
}
