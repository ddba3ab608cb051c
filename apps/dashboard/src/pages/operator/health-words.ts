import type { Wire } from '@lamppost/protocol';
import { formatCount } from '../../design/format/format-count.ts';
import { formatDuration } from '../../design/format/format-duration.ts';
import { formatBytes, formatPercent } from '../../design/format/format-number.ts';
import { type MetricSample, sumOf } from './read-metrics.ts';

export type Ready = Wire['ReadyAnswer'];

export interface HealthFact {
  readonly label: string;
  readonly value: string;
  /** What it means, or what to do. */
  readonly words?: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
}

const gibibyte = 1024 ** 3;
const storeStates: Readonly<Record<string, string>> = {
  starting: 'The analytics store is starting',
  rebuilding: 'The analytics store is being rebuilt',
  stalled: "The analytics store isn't responding",
  down: 'The analytics store is down and restarting',
};

/** What an operator wants to know at a glance, in words. */
export function healthFacts(ready: Ready, samples: readonly MetricSample[]): readonly HealthFact[] {
  return [
    events(ready),
    config(ready),
    queries(ready),
    backlog(ready),
    disk(samples),
    checkpoint(ready),
    received(samples),
    memory(samples),
  ];
}

function events({ events: { available, reason } }: Ready): HealthFact {
  return available
    ? { label: 'Events', value: 'Accepted', tone: 'good' }
    : { label: 'Events', value: 'Rejected', words: reason ?? '', tone: 'bad' };
}

function config({ config: { available, reason } }: Ready): HealthFact {
  return available
    ? { label: 'Config', value: 'Available', tone: 'good' }
    : { label: 'Config', value: 'Unavailable', words: reason ?? '', tone: 'bad' };
}

function queries({ queries: { available }, store: { state } }: Ready): HealthFact {
  return available
    ? { label: 'Queries', value: 'Available', tone: 'good' }
    : {
        label: 'Queries',
        value: storeStates[state] ?? 'Unavailable',
        words: 'Events are queued in the log. None are lost.',
        tone: 'warn',
      };
}

/** Sealing and loading take a second or two; more than this is a lag. */
const behindSeconds = 10;

function backlog({ store: { unloaded_bytes: bytes, loading } }: Ready): HealthFact {
  const { behind_seconds: behind, caught_up_in_seconds: caughtUpIn } = loading;
  if (bytes === 0) return { label: 'Loading', value: 'Up to date', tone: 'good' };
  if (behind < behindSeconds) {
    return { label: 'Loading', value: 'Keeping up', words: `Loading ${formatBytes(bytes)}.`, tone: 'good' };
  }
  const outlook =
    caughtUpIn === null
      ? `Events arrive (${perSecond(loading.arrival_bytes_per_second)}) faster than they load (${perSecond(loading.loading_bytes_per_second)}).`
      : `Caught up in about ${formatDuration(caughtUpIn * 1000)}.`;
  return {
    label: 'Loading',
    value: `${formatDuration(behind * 1000)} behind`,
    words: `${formatBytes(bytes)} queued in the log. Charts lag; no events are lost. ${outlook}`,
    tone: 'warn',
  };
}

const perSecond = (bytes: number): string => `${formatBytes(bytes)}/s`;

function disk(samples: readonly MetricSample[]): HealthFact {
  const free = sumOf(samples, 'lamppost_log_free_bytes');
  if (free === undefined) return { label: 'Disk', value: 'Unknown', tone: 'plain' };
  const isLow = free < 2 * gibibyte;
  return {
    label: 'Disk',
    value: `${formatBytes(free)} free`,
    ...(isLow ? { words: 'Free up space soon: events are rejected when the disk is nearly full.' } : {}),
    tone: isLow ? 'bad' : 'good',
  };
}

const hourSeconds = 3600;

function checkpoint({ store: { checkpoint: last } }: Ready): HealthFact {
  if (last === null) {
    return { label: 'Checkpoint', value: 'None yet', words: 'Created daily.', tone: 'plain' };
  }
  const hours = Math.floor(last.age_seconds / hourSeconds);
  const isOld = hours >= 48;
  return {
    label: 'Checkpoint',
    value: hours < 1 ? 'Less than an hour old' : hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`,
    words: `${formatBytes(last.bytes)}. Used with the log to rebuild a lost store.`,
    tone: isOld ? 'warn' : 'good',
  };
}

/** "0.1.0", and the version of Node; undefined where a server is too old to say. */
export function versionOf(samples: readonly MetricSample[]): string | undefined {
  const labels = samples.find(({ name }) => name === 'lamppost_build_info')?.labels;
  return labels === undefined ? undefined : `Lamppost ${labels.version}, Node ${labels.node}`;
}

function received(samples: readonly MetricSample[]): HealthFact {
  const name = 'lamppost_ingest_items_total';
  const all = sumOf(samples, name, { kind: 'events' }) ?? 0;
  const accepted = sumOf(samples, name, { kind: 'events', outcome: 'accepted' }) ?? 0;
  if (all === 0) return { label: 'Received', value: 'No events since startup', tone: 'plain' };
  return {
    label: 'Received',
    value: `${formatCount(all, 'event')} since startup`,
    words: `${formatPercent((accepted / all) * 100)} accepted`,
    tone: 'plain',
  };
}

function memory(samples: readonly MetricSample[]): HealthFact {
  const processes = samples.filter(({ name }) => name === 'lamppost_resident_memory_bytes');
  if (processes.length === 0) return { label: 'Memory', value: 'Unknown', tone: 'plain' };
  return {
    label: 'Memory',
    value: formatBytes(processes.reduce((sum, { value }) => sum + value, 0)),
    words: processes.map(({ labels, value }) => `${labels.process ?? 'process'} ${formatBytes(value)}`).join(', '),
    tone: 'plain',
  };
}
