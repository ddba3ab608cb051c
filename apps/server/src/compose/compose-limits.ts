import { DayCountFile } from '../collect/limits/day-count-file.ts';
import { FailoverRateLimiter } from '../collect/limits/failover-rate-limiter.ts';
import { MemoryRateLimiter } from '../collect/limits/memory-rate-limiter.ts';
import type { RateLimiter } from '../collect/limits/rate-limiter.ts';
import { limitScripts } from '../collect/limits/redis/limit-scripts.ts';
import { RedisRateLimiter } from '../collect/limits/redis/redis-rate-limiter.ts';
import { RedisConnection } from '../engines/redis/redis-connection.ts';
import type { Settings } from '../settings/read-settings.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Storage } from './open-storage.ts';

const SAVE_EVERY_MS = 5_000;

/** What projects may spend: counted here, or in Redis where there is one. */
export async function composeLimits(storage: Storage, { redisUrl, redisTimeoutMs }: Settings, logger: Logger) {
  const { metrics, paths } = storage;
  const memory = new MemoryRateLimiter();
  const days = new DayCountFile({ path: paths.limitsFile, logRoot: paths.logRoot, memory });
  const shared = redisUrl === undefined ? undefined : await openShared(redisUrl);
  if (shared !== undefined) metrics.showSharedLimits(() => shared.limiter.outage === undefined);
  let saving: IntervalTask | undefined;
  let isSaveFailing = false;
  let isStopping = false;

  return {
    limiter: (shared?.limiter ?? memory) as RateLimiter,
    /** For what is counted by address of the caller: addresses are neither stored nor told to another server. */
    ofAddresses: new MemoryRateLimiter(),
    /** Why limits are not shared although they should be. */
    notice: () => (shared?.limiter.outage === undefined ? undefined : outageNotice(shared.limiter.outage)),
    start,
    stop,
  };

  /** Goes on with the counts of the process before; to be called before the first request where that is possible. */
  async function start(): Promise<void> {
    await restore();
    await shared?.limiter.start();
    saving = new IntervalTask(SAVE_EVERY_MS, save, noteFailedSave);
    await saving.now();
  }

  async function stop(): Promise<void> {
    shared?.limiter.close();
    shared?.connection.close();
    await saving?.stop();
    isStopping = true;
    await saving?.now();
  }

  async function restore(): Promise<void> {
    try {
      await days.restore();
    } catch (error) {
      logger.warn({ err: error }, 'Could not restore all daily event counts');
    }
  }

  async function save(): Promise<void> {
    await days.save({ isLast: isStopping });
    isSaveFailing = false;
  }

  function noteFailedSave(error: unknown): void {
    if (!isSaveFailing) logger.warn({ err: error }, 'Could not save the daily event counts; retrying');
    isSaveFailing = true;
  }

  async function openShared(url: string) {
    const connection = await RedisConnection.open(url, limitScripts);
    const redis = new RedisRateLimiter(connection, {
      timeoutMs: redisTimeoutMs,
      onAnswer: (durationMs) => metrics.redisAnswered(durationMs),
    });
    const limiter = new FailoverRateLimiter(redis, memory, {
      onShared: () => logger.info({}, 'Limits are shared through Redis'),
      onOutage: (kind, reason) => {
        metrics.limitsFellBack(kind);
        logger.warn({ reason }, 'Limits are not shared: this server counts alone until Redis is available');
      },
    });
    return { connection, limiter };
  }
}

const outageNotice = (reason: string): string => `Limits are counted by this server alone: ${reason}`;
