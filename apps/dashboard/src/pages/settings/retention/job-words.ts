import type { Wire } from '@lamppost/protocol';
import { formatCount } from '../../../design/format/format-count.ts';

export type Job = Wire['JobRow'];

const kinds: Readonly<Record<string, string>> = {
  erase_user: 'Erasure of a user',
  erase_device: 'Erasure of a device',
  backup: 'Backup',
};

export const jobKind = (kind: string): string => kinds[kind] ?? kind.replaceAll('_', ' ');

/** How far a job is, as somebody who waits for it wants to know. */
export function jobStatus({ kind, status }: Pick<Job, 'kind' | 'status'>): string {
  if (status === 'done') return kind.startsWith('erase') ? 'Deleted from all files' : 'Done';
  if (status === 'failed') return 'Failed';
  if (!kind.startsWith('erase')) return status === 'queued' ? 'Queued' : 'Running';
  return 'Hidden everywhere; files are rewritten within a day';
}

export const jobTone = ({ status }: Pick<Job, 'status'>): 'good' | 'bad' | 'warn' =>
  status === 'done' ? 'good' : status === 'failed' ? 'bad' : 'warn';

export const isOver = ({ status }: Pick<Job, 'status'>): boolean => status === 'done' || status === 'failed';

/** `{events: 12, crashes: 1}` as "12 events, 1 crash"; what is zero is left out. */
export function countWords(counts: Job['counts']): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => formatCount(count, oneOf(what), wordsOf(what)));
  return parts.length === 0 ? 'nothing yet' : parts.join(', ');
}

const wordsOf = (what: string): string => what.replaceAll('_', ' ');

const oneOf = (what: string): string => (what === 'crashes' ? 'crash' : wordsOf(what).replace(/s$/, ''));
