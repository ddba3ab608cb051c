import { expect, test } from 'vitest';
import { type AnalyticsStore, StoreUnavailable } from '../../../analytics/analytics-store.ts';
import type { LiveWatch } from '../../../analytics/live-events.ts';
import { LiveTail } from './live-tail.ts';

const watch: LiveWatch = { scope: { projectId: 'p', environmentId: 'e' }, filter: {}, includeFailed: true };
const answer = { fresh: [{ rows: ['{}'], skipped: 0 }], upTo: [] };

/** The rows that are told when the first look fails, and what was noticed. */
async function toldAfter(failure: Error): Promise<{ rows: readonly string[]; notices: string[] }> {
  const notices: string[] = [];
  let looks = 0;
  const ask = async () => {
    looks += 1;
    if (looks === 1) throw failure;
    return answer;
  };
  const rows = await new Promise<readonly string[]>((resolve) => {
    const tail = new LiveTail(
      { ask: ask as unknown as AnalyticsStore['ask'] },
      (_, fresh) => resolve(fresh.rows),
      (notice) => notices.push(notice),
    );
    tail.add(1, watch, []);
  });
  return { rows, notices };
}

test('what a look could not tell is told without another load, and the failure is noticed', async () => {
  expect(await toldAfter(new Error('too long'))).toEqual({
    rows: ['{}'],
    notices: ['the live view could not be told: too long'],
  });
});

test('a store that is not there for a moment is asked again without a word', async () => {
  expect(await toldAfter(new StoreUnavailable('restarting'))).toEqual({ rows: ['{}'], notices: [] });
});
