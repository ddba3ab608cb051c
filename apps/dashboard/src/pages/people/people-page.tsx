import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { SearchField } from '../../design/inputs/search-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { DataTable } from '../../design/tables/data-table.tsx';
import { PersonFilters } from '../../insights/person-filters.tsx';
import { wireFilters } from '../../insights/query/wire-filters.ts';
import { SavedViews } from '../../navigation/saved-views/saved-views.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { usePageSearch } from '../../navigation/use-page-search.ts';
import { ColumnPicker } from './columns/column-picker.tsx';
import { peopleColumns } from './columns/people-columns.tsx';
import { useChosenColumns } from './columns/use-chosen-columns.ts';
import { peopleOrder, readPeopleSearch } from './people-search.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { personName } from './person-words.ts';

export function PeoplePage() {
  const href = usePageHref();
  const { project } = useEnvironment();
  const [{ q, filters, sort }, change] = usePageSearch(readPeopleSearch);
  const asked = wireFilters(filters);
  const list = useApiList('/v1/people', {
    query: {
      search: q,
      filters: asked.length === 0 ? undefined : JSON.stringify(asked),
      ...peopleOrder(sort),
      limit: 100,
    },
  });
  const { shown, choose } = useChosenColumns(project.id);
  const columns = useMemo(() => peopleColumns(shown), [shown]);
  return (
    <>
      <PageHeader
        title="People"
        description={sort === undefined ? 'All users, most recent first' : 'All users'}
        actions={
          <SavedViews
            page="people"
            extra={{ columns: shown }}
            onChoose={({ columns: saved }) => Array.isArray(saved) && choose(saved)}
          />
        }
      />
      <div className={flowStyles.stack16}>
        <PeopleTabs value="people" />
        <Panel isFlush>
          <div className={flowStyles.toolbar}>
            <SearchField
              label="Search by id or email"
              width={280}
              value={q ?? ''}
              onChange={(text) => change({ q: text === '' ? undefined : text }, { isReplaced: true })}
            />
            <PersonFilters
              filters={filters}
              onChange={(changed) => change({ filters: changed.length === 0 ? undefined : changed })}
            />
            <span className={flowStyles.space} />
            <ColumnPicker shown={shown} onChange={choose} />
          </div>
          <DataTable
            label="People"
            {...tableOf(list, "Couldn't load people")}
            columns={columns}
            sort={sort ?? null}
            onSortChange={(chosen) => change({ sort: chosen ?? undefined })}
            rowId={({ kind, id }) => `${kind} ${id}`}
            rowHref={({ id, kind }) => href('/people/$id', { id }, kind === 'user' ? {} : { kind })}
            rowHeight={list.rows.some(({ attributes }) => personName(attributes) !== undefined) ? 52 : undefined}
            empty={q === undefined && asked.length === 0 ? nobodyYet : nobodyFound}
          />
        </Panel>
      </div>
    </>
  );
}

const nobodyFound = {
  title: 'No matching users',
  children:
    'Filters apply to the latest event and the attributes of each person. Search matches any part of a user, anonymous or device id (case-sensitive), or a full email address.',
};

const nobodyYet = {
  icon: <IconUsers size={28} stroke={1.4} />,
  title: 'No users yet',
  children:
    'Users appear with their first event, by user id, anonymous id or device id. Identify users to link activity before and after sign-in.',
  snippet: {
    language: 'bash' as const,
    code: `curl '${typeof window === 'undefined' ? '' : window.location.origin}/v1/devices/phone-1/identify' \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"user_id": "user_1", "attributes": {"plan": "pro"}}'`,
  },
};
