import { DAY_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import type { EventLog } from '../../collect/event-log/event-log.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import type { PrivacyStore } from './privacy-store.ts';
import { RetentionSchedule } from './retention-schedule.ts';

const noon = Date.UTC(2026, 10, 15, 12);
const scope = {
  projectId: '018f2f6e-7c1a-7000-8000-000000000001',
  environmentId: '018f2f6e-7c1a-7000-8000-000000000002',
};

/** A schedule with clocks that the test moves, and what it has asked for. */
function scheduleAt(startMs: number, retentionDays = 30, unseen: readonly string[] = []) {
  const clocks = { wallMs: startMs, monotonicMs: 1_000 };
  const [records, notices, forgotten]: [LogRecord[], string[], string[]] = [[], [], []];
  const waiting = [...unseen];
  const log: Pick<EventLog, 'append'> = { append: async (record) => void records.push(record) };
  const privacy: Pick<PrivacyStore, 'forgetUnseen'> = {
    forgetUnseen: async (_environmentId, _beforeMs, limit) => waiting.splice(0, limit),
  };
  const schedule = new RetentionSchedule({
    bounded: () => [{ ...scope, retentionDays }],
    log: log as EventLog,
    privacy: privacy as PrivacyStore,
    forgetDevices: (_environmentId, ids) => void forgotten.push(...ids),
    onNotice: (message) => void notices.push(message),
    wallMs: () => clocks.wallMs,
    monotonicMs: () => clocks.monotonicMs,
  });
  const pass = (ms: number): void => {
    clocks.wallMs += ms;
    clocks.monotonicMs += ms;
  };
  const bounds = (): number[] => records.map(({ body }) => (JSON.parse(body.toString()) as { before: number }).before);
  return { schedule, clocks, pass, records, bounds, notices, forgotten };
}

const midnight = Date.UTC(2026, 10, 15);

test('what is older than the bound expires once a day, in whole days of UTC', async () => {
  const { schedule, pass, bounds, records } = scheduleAt(noon);
  for (let tick = 0; tick < 3; tick++) await schedule.tick();
  expect(bounds()).toEqual([midnight - 30 * DAY_MS]);
  expect(records[0]).toMatchObject({ kind: 'expire', ...scope });
  pass(11 * 3_600_000);
  await schedule.tick();
  expect(bounds()).toHaveLength(1);
  pass(2 * 3_600_000);
  await schedule.tick();
  await schedule.tick();
  expect(bounds()).toEqual([midnight - 30 * DAY_MS, midnight - 29 * DAY_MS]);
});

test('days that were missed are made up for by one bound', async () => {
  const { schedule, pass, bounds } = scheduleAt(noon);
  await schedule.tick();
  pass(5 * DAY_MS);
  await schedule.tick();
  expect(bounds()).toEqual([midnight - 30 * DAY_MS, midnight - 25 * DAY_MS]);
});

test('a clock that jumps ahead lets nothing expire until it is right again', async () => {
  const { schedule, clocks, bounds, notices } = scheduleAt(noon);
  await schedule.tick();
  clocks.wallMs += 400 * DAY_MS;
  await schedule.tick();
  expect(bounds()).toHaveLength(1);
  expect(notices.join()).toContain('clock');
  clocks.wallMs = noon + DAY_MS;
  clocks.monotonicMs += DAY_MS;
  await schedule.tick();
  expect(bounds()).toHaveLength(2);
});

test('every device that was not seen for as long is forgotten', async () => {
  const devices = Array.from({ length: 1_201 }, (_, n) => `d${n}`);
  const { schedule, forgotten } = scheduleAt(noon, 30, devices);
  await schedule.tick();
  expect(forgotten).toEqual(devices);
});
