import type { Wire } from '@lamppost/protocol';
import type { LookItem } from './look-item.ts';

type Flag = Pick<Wire['FlagRow'], 'key' | 'stale'>;

const whyStale: Readonly<Record<string, string>> = {
  unseen: 'has not been asked for in 30 days; it may be removed.',
  settled: 'has been the same for everybody for 30 days; it may be removed from the code.',
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
      words: whyStale[why ?? ''] ?? `looks forgotten: ${why}.`,
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
      words: `look forgotten: ${names.join(', ')} and ${stale.length - MAX_BY_NAME} more. Nobody asks for them, or they are the same for everybody.`,
      page: '/flags',
    },
  ];
}
