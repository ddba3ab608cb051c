import type { Wire } from '@lamppost/protocol';
import { Select } from '@mantine/core';
import { IconFlag, IconFlask } from '@tabler/icons-react';
import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../design/tables/data-table.tsx';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { deviceLine } from './device-words.ts';
import styles from './people.module.css';
import { experimentOutcome, flagReason, valueWords } from './person-words.ts';

type Served = Wire['PersonAssignmentsAnswer']['data'];

export interface ServedPanelProps {
  readonly person: Wire['PersonAnswer']['data'];
  readonly deviceId: string | undefined;
  readonly onDevice: (id: string | undefined) => void;
}

const flagColumns: readonly DataColumn<Served['flags'][number]>[] = [
  {
    id: 'key',
    header: 'Flag',
    width: 'minmax(160px, 2fr)',
    onCard: 'title',
    sortValue: ({ key }) => key,
    cell: ({ key }) => <span className={styles.mono}>{key}</span>,
  },
  {
    id: 'value',
    header: 'Value',
    width: 'minmax(100px, 2fr)',
    cell: ({ value }) => <bdi className={styles.value}>{valueWords(value)}</bdi>,
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(160px, 2fr)',
    sortValue: flagReason,
    cell: (flag) => <bdi>{flagReason(flag)}</bdi>,
  },
];

const experimentColumns: readonly DataColumn<Served['experiments'][number]>[] = [
  {
    id: 'key',
    header: 'Experiment',
    width: 'minmax(160px, 2fr)',
    onCard: 'title',
    sortValue: ({ key }) => key,
    cell: ({ key }) => <span className={styles.mono}>{key}</span>,
  },
  {
    id: 'variant',
    header: 'Variant',
    width: 'minmax(100px, 2fr)',
    sortValue: ({ variant_key: key }) => key,
    cell: ({ variant_key: key }) => <bdi className={styles.value}>{key ?? 'none'}</bdi>,
  },
  {
    id: 'why',
    header: 'Why',
    width: 'minmax(160px, 2fr)',
    sortValue: experimentOutcome,
    cell: (experiment) =>
      experiment.outcome === 'assigned' && experiment.subject_kind !== null
        ? `${experimentOutcome(experiment)}, by the ${experiment.subject_kind} id`
        : experimentOutcome(experiment),
  },
];

/** What an app of this person is reported at this moment, and why. */
export function ServedPanel({ person, deviceId, onDevice }: ServedPanelProps) {
  const href = usePageHref();
  const known = person.device_ids.includes(deviceId ?? '') ? deviceId : undefined;
  const result = useApi('/v1/people/:id/assignments', {
    params: { id: person.id },
    query: { kind: person.kind, device_id: known },
  });
  const { data } = result;
  const lines = new Map(person.devices.map((device) => [device.device_id, deviceLine(device)]));
  const shown = known ?? data?.context.device_id ?? null;
  const error = failureOf(result, "Couldn't load flags and experiments");
  return (
    <>
      <Panel
        title="Flags"
        description={
          data === undefined
            ? 'As currently served'
            : `As currently served, config version ${data.config_version}, ${contextWords(data.context)}`
        }
        actions={
          person.device_ids.length > 1 ? (
            <Select
              size="xs"
              aria-label="Device"
              data={person.device_ids.map((id) => ({ value: id, label: `${lines.get(id) || 'Unknown'} (${id})` }))}
              value={shown}
              onChange={(id) => onDevice(id ?? undefined)}
              allowDeselect={false}
              w={260}
              maw="100%"
            />
          ) : undefined
        }
        isFlush
      >
        <DataTable
          label="Flags"
          rows={data?.flags ?? []}
          columns={flagColumns}
          rowId={({ key }) => key}
          rowHref={({ key }) => href('/flags/$key', { key })}
          initialSort={{ id: 'key', isDescending: false }}
          isLoading={result.isPending}
          error={error}
          empty={{
            icon: <IconFlag size={28} stroke={1.4} />,
            title: 'No flags for this platform',
            children: 'Each flag is limited to certain platforms.',
          }}
        />
      </Panel>
      {error === undefined && (
        <Panel title="Experiments" isFlush>
          <DataTable
            label="Experiments"
            rows={data?.experiments ?? []}
            columns={experimentColumns}
            rowId={({ key }) => key}
            rowHref={({ key }) => href('/experiments/$key', { key })}
            initialSort={{ id: 'key', isDescending: false }}
            isLoading={result.isPending}
            empty={{
              icon: <IconFlask size={28} stroke={1.4} />,
              title: 'No running experiments',
            }}
          />
        </Panel>
      )}
    </>
  );
}

function contextWords({ platform, app_version: version, country }: Served['context']): string {
  const facts = [platform, version === null ? null : `app ${version}`, country].filter((fact) => fact !== null);
  return facts.length === 0 ? 'without device properties' : `for ${facts.join(', ')}`;
}
