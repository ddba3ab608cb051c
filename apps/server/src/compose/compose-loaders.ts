import type { LoaderBacklog } from '../analytics/process/store-messages.ts';
import type { LeasePreference } from '../control/leases/lease-keeper.ts';
import type { Settings } from '../settings/read-settings.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import { plural } from '../telemetry/plural.ts';
import type { Job, Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';
import { answerStore } from './store/answer-store.ts';

const LOOK_EVERY_MS = 5_000;
/** Edges report every five seconds. */
const GONE_AFTER_MS = 15_000;
/** A segment that has waited so long for its loader is worth a word. */
const BEHIND_AFTER_MS = 10_000;

/** The loaders of a shared store: how many there are, and which of them are this edge's. */
export function composeLoaders(storage: Storage, settings: Settings, jobs: Jobs, logger: Logger) {
  const { control, metrics, store } = storage;
  const { clickhouseUrl, loaders: configured } = settings;
  const ofLoaders: Job[] = [];
  let loaders = 1;
  let liveEdges = 1;
  let isAnnounced = configured === undefined;
  let looking: IntervalTask | undefined;

  if (clickhouseUrl !== undefined) {
    jobOf(1);
    metrics.showLoaders(() => store.status().loaders ?? []);
    store.answerWith(answerStore({ control, jobOf, onCommitted: (committed) => become(committed.loaders) }));
  }

  return {
    start(): void {
      if (clickhouseUrl === undefined) return;
      looking = new IntervalTask(LOOK_EVERY_MS, look, (error) =>
        logger.debug({ err: error }, 'Could not read the status of other loaders; retrying'),
      );
      void looking.now();
    },
    stop: async (): Promise<void> => await looking?.stop(),
    /** What an operator should look at, if anything. */
    notices: (): readonly string[] => [...otherNumber(), ...behind(store.status().loaders ?? [])],
  };

  function jobOf(loader: number): Job {
    for (let next = ofLoaders.length + 1; next <= loader; next++) {
      ofLoaders.push(jobs.of(next === 1 ? 'loading' : `loading ${next}`, () => preference(next)));
    }
    return ofLoaders[loader - 1] as Job;
  }

  /** Every edge wants as many as are its due, and leaves the others to the rest. */
  function preference(loader: number): LeasePreference {
    if (loader > loaders) return 'leave';
    const held = ofLoaders.flatMap(({ lease }, at) => (lease.isHeld ? [at + 1] : []));
    const due = Math.ceil(loaders / liveEdges);
    if (!held.includes(loader)) return held.length < due ? 'take' : 'wait';
    return held.length > due && loader === held.at(-1) ? 'leave' : 'take';
  }

  function become(number: number): void {
    if (number === loaders) return;
    logger.info({ loaders: number, before: loaders }, 'The number of loaders has changed');
    loaders = number;
    jobOf(number);
    for (const notice of otherNumber()) logger.warn({}, notice);
    void looking?.now();
  }

  async function look(): Promise<void> {
    if (!isAnnounced && configured !== undefined) {
      await control.attempts.setLoaders(configured);
      isAnnounced = true;
    }
    if (loaders === 1) return;
    const seen = (await control.edges.list()).filter(({ seenAtMs }) => Date.now() - seenAtMs < GONE_AFTER_MS);
    liveEdges = Math.max(1, seen.length);
  }

  function otherNumber(): string[] {
    if (!isAnnounced || configured === undefined || configured === loaders) return [];
    return [
      `LP_LOADERS is ${configured} on this server, but the number in use is ${loaders}: set the same number on all servers. The server started last decides`,
    ];
  }

  function behind(backlogs: readonly LoaderBacklog[]): string[] {
    return backlogs.flatMap(({ segments, bytes, oldestSealedAtMs }, at) => {
      const waitedMs = Date.now() - (oldestSealedAtMs ?? Date.now());
      if (waitedMs < BEHIND_AFTER_MS) return [];
      return [
        `Loader ${at + 1} of ${backlogs.length} is behind: ${plural(segments, 'segment')} (${(bytes / 1e6).toFixed(1)} MB) ${segments === 1 ? 'is' : 'are'} waiting for it, the oldest for ${Math.round(waitedMs / 1_000)} s`,
      ];
    });
  }
}
