import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { HistoryList } from '../../../design/layout/history-list.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import type { Experiment } from '../experiment.ts';

const verbs: Readonly<Record<string, string>> = { created: 'Created', updated: 'Design changed' };

export function HistoryTab({ experiment }: { readonly experiment: Experiment }) {
  const list = useApiList('/v1/changes', {
    query: { entity_type: 'experiment', entity_id: experiment.id, limit: 50 },
  });
  const entries = list.rows.map((change) => ({
    id: change.id,
    title: verbs[change.action] ?? change.action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    who: <bdi>{change.actor.name}</bdi>,
    at: change.created_at,
    children:
      change.before === null ? undefined : (
        <DiffView before={change.before} after={change.after} ignore={['updated_at']} />
      ),
  }));
  return (
    <Panel
      title="History"
      description="All changes, before and after"
      isLoading={list.isPending}
      loadingHeight={200}
      error={failureOf(list, "Couldn't load the history")}
      empty={entries.length > 0 ? undefined : { title: 'No changes yet' }}
      footer={list.hasNextPage ? <MoreButton list={list}>Show older changes</MoreButton> : undefined}
    >
      <HistoryList label={`Changes to ${experiment.key}`} entries={entries} />
    </Panel>
  );
}
