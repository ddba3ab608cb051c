import type { Wire } from '@lamppost/protocol';
import { formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import { DAY_MS } from '../../../design/format/units.ts';
import type { LookItem } from './look-item.ts';

type Totals = Wire['LedgerAnswer']['data']['totals'];

/** The ledger answers no longer ranges. */
const MAX_DAYS = 31;

/** The part of a range that the ledger can be asked for: its end. */
export function ledgerBounds({ from, to }: { readonly from: string; readonly to: string }) {
  const earliest = Date.parse(to) - (MAX_DAYS - 1) * DAY_MS;
  return { from: new Date(Math.max(Date.parse(from), earliest)).toISOString(), to };
}

/** What came in and was not stored, by what became of it. */
export function ledgerItems(totals: Totals): readonly LookItem[] {
  const { received, rejected, limited, invalid, failed_by_kind: failed, replayed } = totals;
  const share = (count: number): string => `${formatPercent((count / received) * 100)} of received`;
  const items: LookItem[] = [];
  const add = (id: string, weight: LookItem['weight'], count: number, words: string, kind?: string): void => {
    if (count <= 0) return;
    items.push({
      id,
      weight,
      subject: `${formatShortNumber(count)} ${count === 1 ? 'event' : 'events'}`,
      words: `${count === 1 ? 'was' : 'were'} ${words}`,
      page: '/data',
      search: { tab: 'failed', kind },
    });
  };
  add('poison', 'bad', failed.poison, 'accepted but not stored. They can be replayed.', 'poison');
  add('damaged', 'bad', failed.damaged, 'damaged on disk after being accepted.');
  // Which of them were stored after all is not told by kind; nearly always it is these.
  const waiting = Math.max(0, failed.quarantined - replayed);
  add(
    'quarantined',
    'warn',
    waiting,
    'quarantined by a schema. They can be replayed once the schema is fixed.',
    'quarantined',
  );
  add('rejected', 'warn', rejected, `rejected, ${share(rejected)}${mostOften(totals.rejected_by_reason)}.`, 'rejected');
  add('invalid', 'warn', invalid, `in requests that couldn't be parsed${mostOften(totals.invalid_by_reason)}.`);
  add('limited', 'bad', limited, `over quota, ${share(limited)}.`);
  return items;
}

function mostOften(reasons: Readonly<Record<string, number>>): string {
  const [most] = Object.entries(reasons).toSorted(([, a], [, b]) => b - a);
  return most === undefined ? '' : `; most often: ${most[0]}`;
}
