import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { removeColumn } from '../../records/remove-column.tsx';
import styles from './cohorts.module.css';

type MemberRow = Wire['CohortMemberRow'];

const person: DataColumn<MemberRow> = {
  id: 'person',
  header: 'Person',
  width: 'minmax(160px, 3fr)',
  onCard: 'title',
  cell: ({ user_id: user, person_id: id }) => <bdi className={styles.id}>{user ?? id}</bdi>,
};
const type: DataColumn<MemberRow> = {
  id: 'type',
  header: 'Type',
  width: '120px',
  cell: ({ user_id: user }) => (user === null ? 'Anonymous or device' : 'User'),
};
const added: DataColumn<MemberRow> = {
  id: 'added',
  header: 'Added',
  width: '120px',
  cell: ({ added_at: at }) => (at === null ? '–' : <RelativeTime at={at} />),
};

export interface MembersPanelProps {
  readonly cohort: Wire['CohortRow'];
  readonly canEdit: boolean;
  /** It is being archived or restored: members are not loaded until that is done. */
  readonly isChanging: boolean;
}

/** Who is in it as of now. Those of a list can be removed. */
export function MembersPanel({ cohort, canEdit, isChanging }: MembersPanelProps) {
  const { id: cohortId, kind, archived_at: archivedAt } = cohort;
  const href = usePageHref();
  const isList = kind === 'list';
  const isComputed = archivedAt === null || isList;
  const list = useApiList(
    '/v1/cohorts/:id/members',
    { params: { id: cohortId }, query: { limit: 100 } },
    { enabled: isComputed && !isChanging },
  );
  const { mutate: remove } = useApiMutation('DELETE', '/v1/cohorts/:id/members/:userId', {
    invalidates: ['/v1/cohorts'],
  });
  const columns = useMemo((): readonly DataColumn<MemberRow>[] => {
    if (!isList) return [person, type];
    if (!canEdit) return [person, added];
    return [
      person,
      added,
      removeColumn('Remove from the cohort', (userId) => remove({ params: { id: cohortId, userId } })),
    ];
  }, [isList, canEdit, cohortId, remove]);
  return (
    <Panel
      title="People"
      description={isComputed ? 'As of now' : undefined}
      isFlush
      empty={isComputed ? undefined : { title: 'Not computed', children: 'Archived cohorts are not computed.' }}
    >
      <DataTable
        label="People in the cohort"
        {...tableOf(list, "Couldn't load people")}
        columns={columns}
        rowId={({ person_id: id }) => id}
        rowHref={({ user_id: user, person_id: id }) => href('/people/$id', { id: user ?? id })}
        empty={{ title: 'No people yet', children: isList ? 'Add user ids or import a file.' : 'No one matches now.' }}
      />
    </Panel>
  );
}
