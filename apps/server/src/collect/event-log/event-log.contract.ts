import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EventLog, LogUnavailable } from './event-log.ts';
import type { LogRecord } from './log-record.ts';

/** What the log gives back to anyone who loads it. */
interface ReadBack {
  /** Bodies in the order of the log. */
  readonly bodies: readonly string[];
  readonly damagedStretches: number;
}

/** One log on a disk that can fail; the log may be opened again and again. */
export interface EventLogHarness {
  open(): Promise<EventLog>;
  /** Ends the process and the power at the same moment. */
  cutPower(): void;
  /** From now on nothing can be written, until it is fixed. */
  breakDisk(): void;
  mendDisk(): void;
  /** Damages the stored record with this body. The log is closed. */
  damage(body: string): Promise<void>;
  /** Everything that was sealed. */
  readBack(): Promise<ReadBack>;
}

const recordOf = (body: string): LogRecord => ({
  kind: 'events',
  projectId: '018f2f6e-7c1a-7000-8000-000000000001',
  environmentId: '018f2f6e-7c1a-7000-8000-000000000002',
  receivedAtMs: 1_763_000_000_000,
  body: Buffer.from(body),
});

const bodies = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `{"n":${from + index}}`);

/** The promises of EventLog, one test each and more where one is not enough. */
export function testEventLog(name: string, makeHarness: () => EventLogHarness): void {
  describe(`${name} keeps the promises of EventLog`, () => {
    let harness: EventLogHarness;
    let log: EventLog;
    const appendAll = (list: readonly string[]) => Promise.all(list.map((body) => log.append(recordOf(body))));

    beforeEach(async () => {
      harness = makeHarness();
      log = await harness.open();
    });
    afterEach(() => log.close());

    const reopen = async (): Promise<void> => {
      await log.close();
      log = await harness.open();
    };

    test('what was acknowledged before a seal can be read when it resolves, while more arrives', async () => {
      await appendAll(bodies(0, 50));
      const later = appendAll(bodies(50, 60));
      await log.seal();
      expect((await harness.readBack()).bodies.slice(0, 50)).toEqual(bodies(0, 50));
      await later;
      await log.seal();
      await log.seal();
      expect(await harness.readBack()).toEqual({ bodies: bodies(0, 60), damagedStretches: 0 });
    });

    test('what was appended is read back once, in order', async () => {
      await appendAll(bodies(0, 50));
      for (const body of bodies(50, 60)) await log.append(recordOf(body));
      await log.close();
      expect(await harness.readBack()).toEqual({ bodies: bodies(0, 60), damagedStretches: 0 });
    });

    test('a reopened log goes on behind what it holds', async () => {
      await appendAll(bodies(0, 5));
      await reopen();
      await appendAll(bodies(5, 9));
      await reopen();
      expect((await harness.readBack()).bodies).toEqual(bodies(0, 9));
    });

    test('what was acknowledged survives a power cut', async () => {
      await appendAll(bodies(0, 20));
      const pending = appendAll(bodies(20, 25));
      pending.catch(() => undefined);
      harness.cutPower();
      log = await harness.open();
      const found = (await harness.readBack()).bodies;
      expect(found.slice(0, 20)).toEqual(bodies(0, 20));
      expect(bodies(0, 25)).toEqual(expect.arrayContaining([...found]));
    });

    test('a record that cannot be kept is refused and never appears', async () => {
      await appendAll(bodies(0, 3));
      harness.breakDisk();
      const refusals = await Promise.allSettled(bodies(3, 6).map((body) => log.append(recordOf(body))));
      for (const refusal of refusals) {
        expect(refusal.status === 'rejected' && refusal.reason instanceof LogUnavailable).toBe(true);
      }
      expect(log.status().unavailable).toBe('write_failed');
      harness.mendDisk();
      await reopen();
      expect((await harness.readBack()).bodies).toEqual(bodies(0, 3));
    });

    test('appends work again by themselves when the cause is gone', async () => {
      harness.breakDisk();
      await expect(log.append(recordOf('{"n":0}'))).rejects.toBeInstanceOf(LogUnavailable);
      harness.mendDisk();
      await expect.poll(() => log.status().unavailable, { interval: 10, timeout: 60_000 }).toBeUndefined();
      await log.append(recordOf('{"n":1}'));
      await log.close();
      expect((await harness.readBack()).bodies).toEqual(['{"n":1}']);
    });

    test('a damaged stretch is reported and skipped', async () => {
      await appendAll(bodies(0, 5));
      await log.close();
      await harness.damage('{"n":2}');
      const found = await harness.readBack();
      expect(found.bodies).toEqual(bodies(0, 5).filter((body) => body !== '{"n":2}'));
      expect(found.damagedStretches).toBe(1);
    });

    test('a closed log refuses', async () => {
      await log.close();
      await expect(log.append(recordOf('{}'))).rejects.toMatchObject({ reason: 'closed' });
      expect(log.status().unavailable).toBe('closed');
    });

    test('close waits for what is in flight', async () => {
      const pending = appendAll(bodies(0, 10));
      await log.close();
      await pending;
      expect((await harness.readBack()).bodies).toEqual(bodies(0, 10));
    });
  });
}
