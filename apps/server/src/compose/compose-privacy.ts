import { EmptyCrashGroups } from '../features/crashes/triage/empty-crash-groups.ts';
import type { DeviceCache } from '../features/devices/device-cache.ts';
import { PersonDirectory } from '../features/people/person-directory.ts';
import { Eraser } from '../features/privacy/eraser.ts';
import { RetentionSchedule } from '../features/privacy/retention-schedule.ts';
import { IntervalTask } from '../telemetry/interval-task.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Jobs } from './compose-jobs.ts';
import type { Storage } from './open-storage.ts';

const forgetEveryMs = 2_000;

/** Who the people are, and how they are forgotten: on request, or when their time is over. */
export function composePrivacy(
  storage: Storage,
  devices: DeviceCache,
  jobs: Jobs,
  notifyStreams: (environmentId: string) => void,
  logger: Logger,
) {
  const { control, log, publisher, state, store } = storage;
  const { lease, stores } = jobs.of('erasure and retention');
  const people = new PersonDirectory({ store, users: control.users, devices });
  const eraser = new Eraser({
    people,
    store,
    stores: control,
    storesOfRounds: stores,
    log,
    forget: async ({ environmentId }, subject, deviceIds) => {
      devices.forgetDevices(environmentId, deviceIds);
      if (subject.kind === 'user') devices.forgetUser(environmentId, subject.id);
      await publisher.publish();
      await publisher.scrubFile();
      notifyStreams(environmentId);
    },
    emptyCrashGroups: new EmptyCrashGroups(store, stores.crashGroups),
    onFailure: (error, jobId) => logger.warn({ err: error, jobId }, 'An erasure is blocked; retrying'),
  });
  const retention = new RetentionSchedule({
    bounded: () =>
      state.environments().flatMap(({ id, projectId }) => {
        const retentionDays = state.retentionDaysOf(projectId);
        return retentionDays === undefined ? [] : [{ projectId, environmentId: id, retentionDays }];
      }),
    log,
    privacy: stores.privacy,
    forgetDevices: (environmentId, deviceIds) => devices.forgetDevices(environmentId, deviceIds),
    onNotice: (message) => logger.error({}, message),
  });
  let forgetting: IntervalTask | undefined;
  const start = (): void => {
    forgetting = new IntervalTask(
      forgetEveryMs,
      async () => {
        if (!lease.isHeld) return;
        await eraser.advance();
        await retention.tick();
      },
      (error) => logger.warn({ err: error }, 'Could not process erasures and retention; retrying'),
    );
  };
  return { people, eraser, start, stop: async () => await forgetting?.stop() };
}
