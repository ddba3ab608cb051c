import type { Wire } from '@lamppost/protocol';
import { Button } from '@mantine/core';
import { IconFileCheck, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useRole } from '../../../api/environment.ts';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import { SearchField } from '../../../design/inputs/search-field.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import type { DataTabProps } from '../catalog/catalog-tab.tsx';
import styles from '../data.module.css';
import { isObject, readSchemaTable } from './json-schema.ts';
import { ModeBadge } from './mode-badge.tsx';
import { NewSchemaDialog } from './new-schema-dialog.tsx';

type SchemaRow = Wire['EventSchemaRow'];

const propertiesOf = ({ properties }: SchemaRow): number =>
  isObject(properties) ? readSchemaTable(properties).rows.length : 0;

const columns: readonly DataColumn<SchemaRow>[] = [
  {
    id: 'name',
    header: 'Event',
    width: 'minmax(180px, 2fr)',
    onCard: 'title',
    sortValue: ({ event_name: name }) => name,
    cell: ({ event_name: name }) => <bdi className={styles.title}>{name}</bdi>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(160px, 3fr)',
    cell: ({ description }) => <bdi className={styles.cut}>{description ?? '–'}</bdi>,
  },
  {
    id: 'mode',
    header: 'Mismatches',
    width: '140px',
    sortValue: ({ mode }) => mode,
    cell: ({ mode }) => <ModeBadge mode={mode} />,
  },
  {
    id: 'properties',
    header: 'Properties',
    width: '100px',
    align: 'end',
    sortValue: propertiesOf,
    cell: (row) => propertiesOf(row),
  },
  {
    id: 'category',
    header: 'Category',
    width: '110px',
    sortValue: ({ category }) => category,
    cell: ({ category }) => <bdi className={styles.cut}>{category ?? '–'}</bdi>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '120px',
    sortValue: ({ status }) => status,
    cell: ({ status }) => <bdi className={styles.cut}>{status ?? '–'}</bdi>,
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '110px',
    sortValue: ({ updated_at: at }) => at,
    cell: ({ updated_at: at }) => <RelativeTime at={at} />,
  },
];

/** Schemas belong to the project: they hold in all environments. */
export function SchemasTab({ search, onChange }: DataTabProps) {
  const href = usePageHref();
  const { can } = useRole();
  const list = useApiList('/v1/events/schemas', { query: { limit: 100 } });
  const { q } = search;
  const pages = list.data?.pages;
  const rows = useMemo(() => {
    const all = pages?.flatMap(({ data }) => data) ?? [];
    const text = q?.toLowerCase();
    if (text === undefined) return all;
    return all.filter(({ event_name: name, description, category }) =>
      [name, description, category].some((part) => part?.toLowerCase().includes(text) === true),
    );
  }, [pages, q]);
  const create = can('editor') ? (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => onChange({ new: true })}>
      New schema
    </Button>
  ) : undefined;
  return (
    <Panel isFlush>
      <div className={flowStyles.toolbar}>
        <SearchField
          label="Search schemas"
          value={q ?? ''}
          onChange={(text) => onChange({ q: text === '' ? undefined : text }, { isReplaced: true })}
        />
        {rows.length > 0 && create}
      </div>
      <DataTable
        label="Schemas"
        {...tableOf(list, "Couldn't load schemas")}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ event_name: name }) => href('/data/events/$name', { name }, { tab: 'schema' })}
        initialSort={{ id: 'name', isDescending: false }}
        empty={
          q === undefined
            ? {
                icon: <IconFileCheck size={28} stroke={1.4} />,
                title: 'No schemas yet',
                children:
                  "A schema defines the properties of an event. It can warn about or quarantine events that don't match, and is used for code generation.",
                action: create,
              }
            : { title: 'No matching schemas', children: 'Search covers names, descriptions and categories.' }
        }
      />
      {can('editor') && (
        <NewSchemaDialog
          isOpen={search.new === true}
          onClose={() => onChange({ new: undefined }, { isReplaced: true })}
        />
      )}
    </Panel>
  );
}
