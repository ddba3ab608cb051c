import { HOUR_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import type { LedgerSum } from '../../analytics/ledger.ts';
import type { Notice } from '../../control/notices/notice.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { findSpikes } from '../crashes/find-spikes.ts';
import { findFailing } from '../events/failed/find-failing.ts';
import { NoticeWatch } from './notice-watch.ts';

const scope = { projectId: 'p', environmentId: 'e' };
const told = () => {
  const found: { readonly notice: Notice; readonly name: string }[] = [];
  const emitOngoing = async (notice: Notice, { name }: { readonly name: string }) => found.push({ notice, name }) > 0;
  return { found, notices: { emitOngoing } };
};
/** Answers every query with this. */
const storeOf = (result: unknown) => ({ run: async () => result as never });

test('failed events are told from the threshold on; what is over a limit is none', async () => {
  const sum = (outcome: LedgerSum['outcome'], reason: string, items: number) => ({
    environmentId: 'e',
    startMs: 0,
    outcome,
    reason,
    items,
  });
  const sums = [
    sum('received', '', 500),
    sum('rejected', 'too_large', 40),
    sum('invalid', 'not_json', 10),
    sum('failed', 'quarantined', 30),
    sum('failed', 'poison', 20),
    sum('limited', '', 300),
  ];
  const { found, notices } = told();
  await findFailing({ store: storeOf(sums), notices, threshold: 101 }, scope, HOUR_MS);
  expect(found).toEqual([]);
  await findFailing({ store: storeOf(sums), notices, threshold: 100 }, scope, HOUR_MS);
  expect(found[0]?.notice).toMatchObject({
    type: 'events.failed',
    ...scope,
    data: { failed: 100, rejected: 50, quarantined: 30, poison: 20, received: 500, threshold: 100 },
  });
});

test('a crash group that spikes is told by its id, and others are not', async () => {
  const { found, notices } = told();
  const rows = [
    { fingerprint: 'a', lastHour: 50, users: 7, hoursBefore: [1, 1, 1] },
    { fingerprint: 'b', lastHour: 50, users: 7, hoursBefore: [50, 50, 50] },
  ];
  const groups = {
    select: async () => ({ aliases: [] }),
    ofFingerprints: async (_: string, fingerprints: readonly string[]) =>
      fingerprints.map((fingerprint) => ({ id: `group-${fingerprint}`, fingerprint, title: 'TypeError' })) as never,
  };
  await findSpikes({ store: storeOf({ rows, nextCursor: null }), groups, notices }, scope, HOUR_MS);
  expect(found.map(({ name }) => name)).toEqual(['spiking/group-a']);
  expect(found[0]?.notice).toMatchObject({ type: 'crash_group.spiking', data: { last_hour: 50, title: 'TypeError' } });
});

test('only environments that somebody listens for are searched, and only when something was stored', async () => {
  const searched: string[] = [];
  let revision = 1;
  const listeners = [
    { projectId: 'p', environmentId: null },
    { projectId: 'p', environmentId: 'e1' },
    { projectId: 'q', environmentId: 'e3' },
  ];
  const watch = new NoticeWatch({
    webhooks: { listening: async (type) => (type === 'events.failed' ? listeners : []) },
    searches: {
      'events.failed': async ({ environmentId }) => void searched.push(environmentId),
      'crash_group.spiking': async () => void searched.push('never'),
    },
    environmentsOf: () => [{ id: 'e1' }, { id: 'e2' }],
    dataRevision: () => revision,
    isHere: () => true,
    logger: createLogger('silent'),
  });
  await watch.look();
  await watch.look();
  expect(searched).toEqual(['e1', 'e2', 'e3']);
  revision = 2;
  await watch.look();
  expect(searched).toHaveLength(6);
});
