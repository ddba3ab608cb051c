import type { LogUpTo } from './export-batch.ts';

/** Conditions that both engines read: behind what was exported. */
export const isAfter = (after: readonly LogUpTo[]): string => {
  const known = after.map(({ logTag, sequence }) => `(log_tag = ${logTag} AND seq > ${sequence})`);
  const others = after.map(({ logTag }) => `log_tag <> ${logTag}`).join(' AND ') || '1 = 1';
  return `(${[...known, `(${others})`].join(' OR ')})`;
};

export const isUpTo = (upTo: readonly LogUpTo[]): string =>
  `(${upTo.map(({ logTag, sequence }) => `(log_tag = ${logTag} AND seq <= ${sequence})`).join(' OR ') || '1 = 0'})`;

/** Logs that had nothing new stay where they are. */
export function movedOn(after: readonly LogUpTo[], found: readonly LogUpTo[]): readonly LogUpTo[] {
  const sequences = new Map(after.map(({ logTag, sequence }) => [logTag, sequence]));
  for (const { logTag, sequence } of found)
    sequences.set(logTag, Math.max(sequences.get(logTag) ?? sequence, sequence));
  return [...sequences].map(([logTag, sequence]) => ({ logTag, sequence })).sort((a, b) => a.logTag - b.logTag);
}
