import { Button, Switch } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRole } from '../api/environment.ts';
import { type PagedList, tableOf } from '../api/table-of.ts';
import { SearchField } from '../design/inputs/search-field.tsx';
import { type Breadcrumb, PageHeader } from '../design/layout/page-header.tsx';
import { Panel } from '../design/layout/panel.tsx';
import { useNavigateTo } from '../design/primitives/app-link.tsx';
import { type DataColumn, DataTable } from '../design/tables/data-table.tsx';
import styles from './records.module.css';
import type { useRecordSearch } from './use-record-search.ts';

interface NewRecordDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSaved: (key: string) => void;
}

export interface RecordListProps<Row> extends Omit<ReturnType<typeof useRecordSearch>, 'query'> {
  /** "group", of which there are "groups". */
  readonly noun: string;
  readonly description: string;
  readonly breadcrumbs?: readonly Breadcrumb[] | undefined;
  readonly list: PagedList<Row>;
  readonly columns: readonly DataColumn<Row>[];
  readonly hrefOf: (key: string) => string;
  /** Said where there is none yet. */
  readonly firstSteps: string;
  readonly newDialog: (props: NewRecordDialogProps) => ReactNode;
}

/** The page of all records of a kind: searched, with or without archived ones, and where a new one is made. */
export function RecordList<Row extends { readonly id: string; readonly key: string }>(props: RecordListProps<Row>) {
  const { noun, search, change, list, hrefOf } = props;
  const { can } = useRole();
  const navigate = useNavigateTo();
  const canEdit = can('editor');
  const plural = `${noun}s`;
  const title = `${plural[0]?.toUpperCase()}${plural.slice(1)}`;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={props.breadcrumbs ?? []}
        description={props.description}
        actions={
          canEdit ? (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              New {noun}
            </Button>
          ) : undefined
        }
      />
      <Panel isFlush>
        <div className={styles.filters}>
          <SearchField
            label={`Search ${plural}`}
            value={search.q ?? ''}
            onChange={(q) => change({ q: q === '' ? undefined : q }, { isReplaced: true })}
          />
          <Switch
            size="xs"
            label="Show archived"
            checked={search.archived === true}
            onChange={(event) => change({ archived: event.currentTarget.checked ? true : undefined })}
          />
        </div>
        <DataTable
          label={title}
          {...tableOf(list, `Couldn't load ${plural}`)}
          columns={props.columns}
          rowId={({ id }) => id}
          rowHref={({ key }) => hrefOf(key)}
          empty={
            search.q === undefined
              ? {
                  icon: <IconUsersGroup size={28} stroke={1.4} />,
                  title: `No ${plural} yet`,
                  children: props.firstSteps,
                  action: canEdit ? (
                    <Button size="xs" onClick={() => change({ new: true })}>
                      Create {noun}
                    </Button>
                  ) : undefined,
                }
              : { title: `No matching ${plural}`, children: 'Search covers key and name.' }
          }
        />
      </Panel>
      {canEdit &&
        props.newDialog({
          isOpen: search.new === true,
          onClose: () => change({ new: undefined }, { isReplaced: true }),
          onSaved: (key) => navigate(hrefOf(key)),
        })}
    </>
  );
}
