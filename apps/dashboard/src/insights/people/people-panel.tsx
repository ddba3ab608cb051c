import { Button, Drawer } from '@mantine/core';
import { IconDownload, IconUsersPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { fileStem, saveFile } from '../../charts/save-file.ts';
import { ErrorState } from '../../design/feedback/error-state.tsx';
import { LoadingBlock } from '../../design/feedback/loading-block.tsx';
import { toasts } from '../../design/feedback/toasts.tsx';
import { formatExactNumber } from '../../design/format/format-number.ts';
import { ListEnd } from '../../design/layout/list-end.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import tableStyles from '../../design/tables/plain-table.module.css';
import { PageLink } from '../../navigation/page-link.tsx';
import { MAX_PEOPLE_IN_FILE, peopleCsv } from './people-csv.ts';
import styles from './people-panel.module.css';
import { SaveCohort } from './save-cohort.tsx';
import { type PeopleAsk, usePeopleBehind } from './use-people-behind.ts';

export interface PeoplePanelProps {
  readonly ask: PeopleAsk;
  /** Who is listed: "Reached step 2, purchase". */
  readonly title: string;
  readonly onClose: () => void;
  /** What else can be done from here. */
  readonly actions?: ReactNode;
}

/** The people behind a number, beside the answer that it stands in. */
export function PeoplePanel({ ask, title, onClose, actions }: PeoplePanelProps) {
  const { api } = useEnvironment();
  const { whyNot } = useRole();
  const list = usePeopleBehind(ask);
  const [isExporting, setIsExporting] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const cannotSave = whyNot('editor');
  const exportCsv = async () => {
    setIsExporting(true);
    try {
      const csv = await peopleCsv(api, ask);
      saveFile(`${fileStem(title)}.csv`, new Blob([csv], { type: 'text/csv' }));
      if ((list.total ?? 0) > MAX_PEOPLE_IN_FILE) {
        toasts.success({ title: `The file has the first ${formatExactNumber(MAX_PEOPLE_IN_FILE)} people` });
      }
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toasts.error({ title: "Couldn't export", message: error.message });
    } finally {
      setIsExporting(false);
    }
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      title={<bdi className={styles.title}>{title}</bdi>}
      closeButtonProps={{ 'aria-label': 'Close people' }}
    >
      <div className={styles.panel}>
        <p className={textStyles.note} role="status">
          {list.total === undefined ? 'Loading people…' : `${formatExactNumber(list.total)} ${peopleWord(list.total)}`}
        </p>
        <div className={styles.actions}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={(list.total ?? 0) === 0}
            loading={isExporting}
            onClick={() => void exportCsv()}
          >
            Export CSV
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUsersPlus size={14} />}
            title={cannotSave}
            disabled={cannotSave !== undefined || (list.total ?? 0) === 0}
            onClick={() => setIsSaving(true)}
          >
            Save as cohort
          </Button>
          {actions}
        </div>
        {isSaving && <SaveCohort ask={ask} suggestion={title} onClose={() => setIsSaving(false)} />}
        <People list={list} />
      </div>
    </Drawer>
  );
}

function People({ list }: { readonly list: ReturnType<typeof usePeopleBehind> }) {
  const { people, error } = list;
  if (people === undefined && error !== null) {
    return (
      <ErrorState title="Couldn't list people" requestId={error.requestId} onRetry={() => void list.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (people === undefined) return <LoadingBlock height={240} shape="lines" />;
  return (
    <>
      <table className={`${tableStyles.table} ${styles.table}`} aria-label="People">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" data-number>
              Events
            </th>
            <th scope="col" data-number>
              Last
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.person_id}>
              <th scope="row">
                <PageLink page="/people/$id" params={{ id: person.person_id }} className={styles.person}>
                  <bdi>{person.user_id ?? person.person_id}</bdi>
                </PageLink>
                {person.kind !== 'user' && <span className={styles.kind}>{person.kind}</span>}
              </th>
              <td data-number>{formatExactNumber(person.events)}</td>
              <td data-number>
                <RelativeTime at={Date.parse(person.last_at)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ListEnd
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
        problem={error?.message}
        endWords={undefined}
      />
    </>
  );
}

const peopleWord = (count: number): string => (count === 1 ? 'person' : 'people');
