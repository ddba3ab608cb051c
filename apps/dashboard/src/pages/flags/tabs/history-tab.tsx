import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { DiffLines, DiffView } from '../../../design/code/diff-view.tsx';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import { ChangeComment } from '../../../design/layout/change-comment.tsx';
import { type HistoryEntry, HistoryList } from '../../../design/layout/history-list.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { diffTargeting } from '../targeting/diff-targeting.ts';
import type { Flag, Targeting } from '../targeting/targeting.ts';
import { changeTitle } from './change-title.ts';
import { RevertDialog } from './revert-dialog.tsx';

type Change = Wire['ChangeRow'];

export interface HistoryTabProps {
  readonly flag: Flag;
  readonly where: 'here' | 'everywhere';
  readonly onWhere: (where: 'here' | 'everywhere') => void;
}

/** Who changed what and when, and the way back. */
export function HistoryTab({ flag, where, onWhere }: HistoryTabProps) {
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const list = useApiList('/v1/flags/:id/history', { params: { id: flag.id }, query: { limit: 50 } });
  const [reverting, setReverting] = useState<Change>();
  const slugOf = (id: string | null) => project.environments.find((other) => other.id === id)?.slug;
  const shown = list.rows.filter(
    ({ environment_id: id }) => where === 'everywhere' || id === null || id === environment.id,
  );
  const canRevert = (change: Change) =>
    can('editor') &&
    change.action !== 'created' &&
    change.action !== 'expired' &&
    change.entity_type !== 'schedule' &&
    (change.environment_id ?? environment.id) === environment.id;
  const entries = shown.map(
    (change): HistoryEntry => ({
      id: change.id,
      title: changeTitle(change.action, slugOf(change.environment_id)),
      who: <bdi>{change.actor.name}</bdi>,
      at: change.created_at,
      children: (
        <>
          {change.comment !== null && <ChangeComment comment={change.comment} />}
          <ChangeDifference change={change} />
        </>
      ),
      action: canRevert(change) ? (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setReverting(change)}>
          Revert this change
        </Button>
      ) : undefined,
    }),
  );
  return (
    <Panel
      title="History"
      description="All changes, before and after. Reverting creates a new change."
      actions={
        <SegmentedTabs
          label="Scope"
          look="pills"
          tabs={[
            { value: 'here', label: `Flag and ${environment.slug}` },
            { value: 'everywhere', label: 'All environments' },
          ]}
          value={where}
          onChange={onWhere}
        />
      }
      isLoading={list.isPending}
      loadingHeight={240}
      error={failureOf(list, "Couldn't load the history")}
      empty={entries.length > 0 ? undefined : { title: 'No changes yet' }}
      footer={list.hasNextPage ? <MoreButton list={list}>Show older changes</MoreButton> : undefined}
    >
      <HistoryList label={`Changes to ${flag.key}`} entries={entries} />
      <RevertDialog flag={flag} change={reverting} onClose={() => setReverting(undefined)} />
    </Panel>
  );
}

function ChangeDifference({ change }: { readonly change: Change }) {
  if (change.entity_type === 'targeting') {
    return <DiffLines lines={diffTargeting(change.before as Targeting | null, change.after as Targeting | null)} />;
  }
  if (change.before === null || change.entity_type === 'schedule') return null;
  return <DiffView before={change.before} after={change.after} ignore={['updated_at']} />;
}
