import type { Wire } from '@lamppost/protocol';
import { IconDeviceMobile } from '@tabler/icons-react';
import { tableOf } from '../../api/table-of.ts';
import { useApiList } from '../../api/use-api.ts';
import { SearchField } from '../../design/inputs/search-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { textOf, usePageSearch } from '../../navigation/use-page-search.ts';
import { deviceModelWords, osWords } from './device-words.ts';
import styles from './people.module.css';
import { PeopleTabs } from './people-tabs.tsx';

type DeviceRow = Wire['DeviceRow'];

const MAX_SEARCH_LENGTH = 256;
const readSearch = (raw: Readonly<Record<string, unknown>>) => ({
  q: textOf(raw.q)?.slice(0, MAX_SEARCH_LENGTH) || undefined,
});

const columns: readonly DataColumn<DeviceRow>[] = [
  {
    id: 'device',
    header: 'Device',
    width: 'minmax(200px, 3fr)',
    onCard: 'title',
    cell: (device) => (
      <span className={flowStyles.lines}>
        <bdi className={styles.title}>{deviceModelWords(device) ?? 'Unknown model'}</bdi>
        <bdi className={styles.id}>{device.device_id}</bdi>
      </span>
    ),
  },
  {
    id: 'user',
    header: 'User',
    width: 'minmax(120px, 2fr)',
    cell: ({ user_id: id }) => <bdi className={`${styles.cut} ${styles.mono}`}>{id ?? '–'}</bdi>,
  },
  {
    id: 'os',
    header: 'System',
    width: 'minmax(100px, 1fr)',
    cell: (device) => <bdi className={styles.cut}>{osWords(device) ?? '–'}</bdi>,
  },
  {
    id: 'app',
    header: 'App',
    width: '90px',
    cell: ({ app_version: version }) => <bdi className={styles.cut}>{version ?? '–'}</bdi>,
  },
  { id: 'country', header: 'Country', width: '80px', cell: ({ country }) => country ?? '–' },
  { id: 'last', header: 'Last seen', width: '110px', cell: ({ last_seen_at: at }) => <RelativeTime at={at} /> },
  { id: 'first', header: 'Registered', width: '110px', cell: ({ first_seen_at: at }) => <RelativeTime at={at} /> },
];

export function DevicesPage() {
  const href = usePageHref();
  const [{ q }, change] = usePageSearch(readSearch);
  const list = useApiList('/v1/devices', { query: { search: q, limit: 100 } });
  return (
    <>
      <PageHeader title="Devices" description="Registered devices, newest first" />
      <div className={flowStyles.stack16}>
        <PeopleTabs value="devices" />
        <Panel isFlush>
          <div className={flowStyles.toolbar}>
            <SearchField
              label="Search by start of id"
              width={320}
              value={q ?? ''}
              onChange={(text) => change({ q: text === '' ? undefined : text }, { isReplaced: true })}
            />
          </div>
          <DataTable
            label="Devices"
            {...tableOf(list, "Couldn't load devices")}
            columns={columns}
            rowId={({ device_id: id }) => id}
            rowHref={({ device_id: id }) => href('/devices/$id', { id })}
            rowHeight={52}
            empty={q === undefined ? nothingYet : nothingFound}
          />
        </Panel>
      </div>
    </>
  );
}

const nothingFound = {
  title: 'No matching devices',
  children: 'Search matches the start of an id and is case-sensitive.',
};

const nothingYet = {
  icon: <IconDeviceMobile size={28} stroke={1.4} />,
  title: 'No devices yet',
  children: 'Apps register their device on start and get flags and experiments in the response.',
  snippet: {
    language: 'bash' as const,
    code: `curl '${typeof window === 'undefined' ? '' : window.location.origin}/v1/devices/register' \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"device_id": "phone-1", "platform": "ios", "app_version": "1.0.0"}'`,
  },
};
