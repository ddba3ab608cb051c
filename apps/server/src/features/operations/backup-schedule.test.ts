import { expect, test } from 'vitest';
import type { Logger } from '../../telemetry/logger.ts';
import { BackupSchedule } from './backup-schedule.ts';

const HOUR = 3_600_000;
const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;

/** A folder of backups in memory, two clocks, and a schedule of one a day that keeps two. */
class Stage {
  wallMs = Date.parse('2026-11-01T00:00:00Z');
  monotonicMs = 5_000;
  failsWith: string | undefined;
  readonly steps: string[] = [];
  readonly onDisk = new Map<string, { createdAtMs: number; isHere: boolean }>();
  schedule = this.restarted();

  restarted(): BackupSchedule {
    return new BackupSchedule({
      everyMs: 24 * HOUR,
      keep: 2,
      logger: silent,
      wallMs: () => this.wallMs,
      monotonicMs: () => this.monotonicMs,
      backups: {
        makeScheduled: async () => {
          if (this.failsWith !== undefined) throw new Error(this.failsWith);
          const name = new Date(this.wallMs).toISOString().slice(0, 13);
          this.onDisk.set(name, { createdAtMs: this.wallMs, isHere: true });
          this.steps.push(`made ${name}`);
        },
        failAbandoned: async () => undefined,
        madeHere: async (names) => new Set(names.filter((name) => this.onDisk.get(name)?.isHere)),
      },
      maker: {
        scheduled: async () =>
          [...this.onDisk]
            .map(([name, { createdAtMs }]) => ({ name, createdAtMs }))
            .sort((a, b) => a.createdAtMs - b.createdAtMs),
        remove: async (name) => {
          this.onDisk.delete(name);
          this.steps.push(`removed ${name}`);
        },
      },
    });
  }

  async after(hours: number): Promise<string[]> {
    this.wallMs += hours * HOUR;
    this.monotonicMs += hours * HOUR;
    await this.schedule.tick();
    return this.steps.splice(0);
  }
}

test('one at once where there is none, then one every so often, and not in between', async () => {
  const stage = new Stage();
  expect(await stage.after(0)).toEqual(['made 2026-11-01T00']);
  expect(await stage.after(23)).toEqual([]);
  expect(await stage.after(1)).toEqual(['made 2026-11-02T00']);
  expect(stage.schedule.status).toEqual({ lastAtMs: stage.wallMs });
});

test('a restart neither makes one more nor forgets the one that is due', async () => {
  const stage = new Stage();
  await stage.after(0);
  stage.schedule = stage.restarted();
  expect(await stage.after(20)).toEqual([]);
  stage.schedule = stage.restarted();
  expect(await stage.after(3)).toEqual([]);
  expect(await stage.after(1)).toEqual(['made 2026-11-02T00']);
  stage.schedule = stage.restarted();
  expect(await stage.after(100)).toContain('made 2026-11-06T04');
});

test('the oldest go when there are more than are kept, after the new one is there', async () => {
  const stage = new Stage();
  await stage.after(0);
  await stage.after(24);
  expect(await stage.after(24)).toEqual(['made 2026-11-03T00', 'removed 2026-11-01T00']);
});

test('one of another installation in the same folder stays', async () => {
  const stage = new Stage();
  stage.onDisk.set('theirs', { createdAtMs: stage.wallMs - 100 * HOUR, isHere: false });
  await stage.after(0);
  await stage.after(24);
  await stage.after(24);
  expect([...stage.onDisk.keys()]).toEqual(['theirs', '2026-11-02T00', '2026-11-03T00']);
});

test('one that fails costs no old one, is told of, and is tried again soon', async () => {
  const stage = new Stage();
  await stage.after(0);
  await stage.after(24);
  // More than are kept, as after LP_BACKUP_KEEP was made smaller.
  stage.onDisk.set('older', { createdAtMs: 0, isHere: true });
  stage.failsWith = 'no room';
  expect(await stage.after(24)).toEqual([]);
  expect(stage.schedule.status.failure).toBe('The last scheduled backup failed: no room');
  stage.failsWith = undefined;
  expect(await stage.after(0.1)).toEqual([]);
  expect(await stage.after(0.1)).toEqual(['made 2026-11-03T00', 'removed older', 'removed 2026-11-01T00']);
  expect(stage.schedule.status.failure).toBeUndefined();
});

test('a clock that is set back stops no backups', async () => {
  const stage = new Stage();
  await stage.after(0);
  stage.wallMs -= 1_000 * HOUR;
  stage.schedule = stage.restarted();
  expect(await stage.after(1)).toEqual([]);
  expect(await stage.after(24)).toHaveLength(1);
});
