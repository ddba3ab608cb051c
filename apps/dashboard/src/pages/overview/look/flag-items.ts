import type { Wire } from '@lamppost/protocol';
import type { LookItem } from './look-item.ts';

type Flag = Pick<Wire['FlagRow'], 'key' | 'stale'>;

const whyStale: Readonly<Record<string, string>> = {
  unseen: "wasn't requested in the last 30 days. Consider removing it.",
  settled: 'has served one value to all users for 30 days. Consider removing it from the code.',
  expired: 'has expired. Remove it from the code, then archive it.',
};
/** More than this are reported in one sentence. */
const MAX_BY_NAME = 3;

/** Flags that look forgotten. */
export function flagItems(flags: readonly Flag[], hasMore: boolean): readonly LookItem[] {
  const stale = flags.filter((flag) => flag.stale !== null);
  if (stale.length <= MAX_BY_NAME) {
    return stale.map(({ key, stale: why }) => ({
      id: `stale ${key}`,
      weight: 'tidy',
      subject: key,
      words: whyStale[why ?? ''] ?? `is stale: ${why}.`,
      page: '/flags/$key',
      params: { key },
    }));
  }
  const names = stale.slice(0, MAX_BY_NAME).map(({ key }) => key);
  const count = hasMore ? `More than ${stale.length} flags` : `${stale.length} flags`;
  return [
    {
      id: 'stale flags',
      weight: 'tidy',
      subject: count,
      words: `are stale: ${names.join(', ')} and ${stale.length - MAX_BY_NAME} more. They have expired, aren't requested, or serve one value to all users.`,
      page: '/flags',
    },
  ];
}
