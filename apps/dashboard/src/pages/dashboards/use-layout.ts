import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { type Dashboard, placedItems } from './dashboard.ts';
import { columnsOf, movedItems, type PlacedItem } from './grid/grid-layout.ts';

/** So long after the last change the layout is saved: arrow keys are pressed in a row. */
const quietMs = 500;

export type LayoutState = 'saved' | 'unsaved' | 'saving';

/** Where the widgets are, also before the server knows; changes are saved by themselves. */
export function useLayout(dashboard: Dashboard) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const saved = useMemo(() => placedItems(dashboard.widgets), [dashboard.widgets]);
  const [draft, setDraft] = useState<readonly PlacedItem[]>();
  const [state, setState] = useState<LayoutState>('saved');
  const latest = useRef({ draft, saved });
  latest.current = { draft, saved };

  const save = useCallback(async () => {
    const { draft: sent, saved: before } = latest.current;
    if (sent === undefined) return;
    setState('saving');
    try {
      for (const { id: widgetId, x, y, w, h } of movedItems(before, sent)) {
        if (!before.some(({ id }) => id === widgetId)) continue;
        const params = { id: dashboard.id, widgetId };
        await api.patch('/v1/dashboards/:id/widgets/:widgetId', { params, body: { position: { x, y, w, h } } });
      }
      await invalidate('/v1/dashboards');
      setState('saved');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({
        title: "Couldn't save the layout",
        message: `${asSentence(error.message)} The previous layout was restored.`,
      });
      await invalidate('/v1/dashboards');
      setState('saved');
      setDraft(undefined);
    } finally {
      if (latest.current.draft === sent) setDraft(undefined);
    }
  }, [api, invalidate, dashboard.id]);
  const saveRef = useRef(save);
  saveRef.current = save;
  // One after the other: an older place must never arrive behind a newer one.
  const queue = useRef(Promise.resolve());
  const enqueue = useCallback(() => {
    queue.current = queue.current.then(() => saveRef.current());
  }, []);

  useEffect(() => {
    if (draft === undefined) return;
    setState('unsaved');
    const timer = setTimeout(enqueue, quietMs);
    return () => clearTimeout(timer);
  }, [draft, enqueue]);
  // Anyone who leaves within that time has still moved it.
  useEffect(
    () => () => {
      if (latest.current.draft !== undefined) enqueue();
    },
    [enqueue],
  );

  const items = useMemo(() => merge(saved, draft), [saved, draft]);
  return { items, columns: columnsOf(dashboard.layout, items), state, move: setDraft };
}

/** Widgets that came or went since the change are as the server says. */
function merge(saved: readonly PlacedItem[], draft: readonly PlacedItem[] | undefined): readonly PlacedItem[] {
  if (draft === undefined) return saved;
  const places = new Map(draft.map((item) => [item.id, item]));
  return saved.map((item) => places.get(item.id) ?? item);
}
