import { useMemo, useState } from 'react';
import { DiffView } from '../../src/design/code/diff-view.tsx';
import { JsonTree } from '../../src/design/code/json-tree.tsx';
import { Panel } from '../../src/design/layout/panel.tsx';
import { RelativeTime } from '../../src/design/primitives/relative-time.tsx';
import { ShortNumber } from '../../src/design/primitives/short-number.tsx';
import { StatusBadge, type Tone } from '../../src/design/primitives/status-badge.tsx';
import { type DataColumn, DataTable } from '../../src/design/tables/data-table.tsx';
import { VirtualLog } from '../../src/design/tables/virtual-log.tsx';
import styles from '../gallery.module.css';
import { deepValue, hostile, type SampleFlag, sampleEvent, sampleFlags } from '../sample-data.ts';
import { Section, State } from '../state.tsx';

const tones: Readonly<Record<SampleFlag['state'], Tone>> = { on: 'good', off: 'neutral', killed: 'bad', stale: 'warn' };

export const flagColumns: readonly DataColumn<SampleFlag>[] = [
  {
    id: 'key',
    header: 'Flag',
    cell: (row) => row.key,
    sortValue: (row) => row.key,
    width: 'minmax(180px, 2fr)',
    onCard: 'title',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StatusBadge tone={tones[row.state]}>{row.state}</StatusBadge>,
    sortValue: (row) => row.state,
    width: '110px',
  },
  {
    id: 'exposures',
    header: 'Exposures',
    cell: (row) => <ShortNumber value={row.exposures} />,
    sortValue: (row) => row.exposures,
    align: 'end',
    hint: 'In the last 7 days',
    width: '120px',
  },
  { id: 'owner', header: 'Changed by', cell: (row) => <bdi>{row.owner}</bdi>, sortValue: (row) => row.owner },
  {
    id: 'changed',
    header: 'Changed',
    cell: (row) => <RelativeTime at={row.changedAt} />,
    sortValue: (row) => row.changedAt,
    width: '120px',
  },
];

const rowId = (row: SampleFlag) => row.key;

const before = {
  name: 'New checkout',
  rollout: { percentage: 30, value: true },
  tags: ['ios'],
  rules: [
    { id: 'a', name: 'pro users', percentage: 50 },
    { id: 'b', name: 'staff', percentage: 100 },
  ],
};
const after = {
  name: hostile.script,
  rollout: { percentage: 60, value: true },
  tags: ['ios', 'checkout'],
  kind: 'release',
  rules: [
    { id: 'b', name: 'staff', percentage: 100 },
    { id: 'a', name: 'pro users', percentage: 100 },
    { id: 'c', name: 'Sweden', percentage: 10 },
  ],
};

export function DataSection() {
  const few = useMemo(() => sampleFlags(8), []);
  const many = useMemo(() => sampleFlags(5_000), []);
  const [isPaused, setIsPaused] = useState(false);
  const [opened, setOpened] = useState<string>();
  return (
    <Section name="Data">
      <State name="Table with links">
        <Panel title="Flags" isFlush>
          <DataTable
            label="Flags"
            rows={few}
            columns={flagColumns}
            rowId={rowId}
            rowHref={(row) => `#${row.key}`}
            empty={{ title: 'No flags yet' }}
            initialSort={{ id: 'exposures', isDescending: true }}
          />
        </Panel>
      </State>
      <State name="Table of 5,000 rows, opened in place">
        <Panel isFlush>
          <DataTable
            label="Many flags"
            rows={many}
            columns={flagColumns}
            rowId={rowId}
            onRowOpen={(row) => setOpened(row.key)}
            selectedId={opened ?? 'paywall_1'}
            maxHeight={260}
            empty={{ title: 'No flags yet' }}
          />
        </Panel>
      </State>
      <div className={styles.halves}>
        <State name="Table, loading">
          <Panel isFlush>
            <DataTable
              label="Loading flags"
              rows={[]}
              columns={flagColumns.slice(0, 3)}
              rowId={rowId}
              isLoading
              empty={{ title: 'No flags yet' }}
            />
          </Panel>
        </State>
        <State name="Table, empty">
          <Panel isFlush>
            <DataTable
              label="No flags"
              rows={[]}
              columns={flagColumns}
              rowId={rowId}
              empty={{ title: 'No flags match', children: 'Take a filter away to see more.' }}
            />
          </Panel>
        </State>
      </div>
      <div className={styles.halves}>
        <State name="Tree of an event">
          <Panel>
            <JsonTree value={sampleEvent} label="Event" maxHeight={360} />
          </Panel>
        </State>
        <State name="Tree of a value 20,000 levels deep, and small ones">
          <Panel>
            <JsonTree value={deepValue(20_000)} label="Deep value" maxHeight={160} openDepth={4} />
            <JsonTree value="only a text" label="Text" />
            <JsonTree value={{}} label="Empty object" />
          </Panel>
        </State>
      </div>
      <div className={styles.halves}>
        <State name="Difference">
          <DiffView before={before} after={after} />
        </State>
        <State name="Differences: created, removed, none">
          <DiffView before={null} after={{ name: 'New checkout', percentage: 10 }} />
          <br />
          <DiffView before={{ name: 'New checkout' }} after={null} />
          <br />
          <DiffView before={before} after={before} />
        </State>
      </div>
      <State name="Live list">
        <Panel title="Events" isFlush>
          <VirtualLog
            label="Live events"
            rows={many}
            rowId={rowId}
            height={220}
            isPaused={isPaused}
            onPausedChange={setIsPaused}
            renderRow={(row) => (
              <span className={styles.row}>
                <RelativeTime at={row.changedAt} />
                <strong>{row.key}</strong>
                <bdi>{row.owner}</bdi>
              </span>
            )}
            renderDetail={(row) => <JsonTree value={row} />}
          />
        </Panel>
      </State>
    </Section>
  );
}
