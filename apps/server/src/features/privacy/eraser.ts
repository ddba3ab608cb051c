import { hash } from 'node:crypto';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EventLog } from '../../collect/event-log/event-log.ts';
import { type ErasedIds, eraseRecord } from '../../collect/event-log/removal-records.ts';
import type { Actor } from '../../control/actor.ts';
import type { Scope } from '../../edge/scope.ts';
import type { EmptyCrashGroups } from '../crashes/triage/empty-crash-groups.ts';
import type { Job, JobKind, JobStore } from '../operations/job-store.ts';
import type { PersonDirectory } from '../people/person-directory.ts';
import type { ControlErasure, PrivacyStore } from './privacy-store.ts';
import type { Removal } from './queries/removals.ts';
import { removalsQuery } from './queries/removals.ts';

export type Subject = { readonly kind: 'user' | 'device'; readonly id: string };

export interface EraserDeps {
  readonly people: PersonDirectory;
  readonly store: AnalyticsStore;
  /** For what is requested here. */
  readonly stores: ErasureStores;
  /** For what is unfinished, which one process at a time goes on with. */
  readonly storesOfRounds: ErasureStores;
  readonly log: EventLog;
  /** What is remembered of these is not true any more; resolves when nothing serves it. */
  readonly forget: (scope: Scope, subject: Subject, deviceIds: readonly string[]) => Promise<void>;
  readonly emptyCrashGroups: Pick<EmptyCrashGroups, 'removeComments'>;
  readonly onFailure: (error: unknown, jobId: string) => void;
}

export interface ErasureStores {
  readonly privacy: PrivacyStore;
  readonly jobs: JobStore;
}

const kinds = { user: 'erase_user', device: 'erase_device' } as const satisfies Record<Subject['kind'], JobKind>;

/**
 * Erases a user or a device everywhere: a record in the log for the store, and the control plane at once. The job is
 * done when no file holds the bytes any more. It knows whom it is about only until the control plane has forgotten them;
 * from then on a hash. One that was cut short before that is begun again.
 */
export class Eraser {
  readonly #deps: EraserDeps;
  /** Being carried out at this moment. */
  readonly #busy = new Set<string>();
  #isAdvancing = false;

  constructor(deps: EraserDeps) {
    this.#deps = deps;
  }

  /** Undefined when neither the control plane nor the store knows the subject. */
  async request(scope: Scope, subject: Subject, actor: Actor): Promise<Job | undefined> {
    const running = await this.#running(scope, subject);
    if (running !== undefined) return running;
    const ids = await this.#idsOf(scope, subject);
    if (ids === undefined) return undefined;
    const input = { ...subject, environment_id: scope.environmentId, actor };
    const job = { projectId: scope.projectId, kind: kinds[subject.kind], input };
    const { stores } = this.#deps;
    const { id } = await stores.jobs.create(job, actor);
    return await this.#erase(stores, id, { scope, subject, actor }, ids);
  }

  /** Goes on with what is unfinished: begins again, or looks how far the store is. */
  async advance(): Promise<void> {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      const { storesOfRounds, store, onFailure } = this.#deps;
      const unfinished = (await storesOfRounds.jobs.unfinished(Object.values(kinds))).filter(
        ({ id }) => !this.#busy.has(id),
      );
      if (unfinished.length === 0) return;
      const removals = await store.run(removalsQuery, { removalIds: unfinished.map(({ id }) => id) });
      for (const job of unfinished) {
        await this.#advance(job, removals[job.id]).catch((error: unknown) => onFailure(error, job.id));
      }
    } finally {
      this.#isAdvancing = false;
    }
  }

  async #advance(job: Job, removal: Removal | undefined): Promise<void> {
    const { storesOfRounds, emptyCrashGroups } = this.#deps;
    const { jobs, privacy } = storesOfRounds;
    const given = givenTo(job);
    if (given !== undefined) {
      const ids = (await this.#idsOf(given.scope, given.subject)) ?? onlyItself(given.subject);
      await this.#erase(storesOfRounds, job.id, given, ids);
      return;
    }
    if (removal === undefined) return;
    const counts = { ...job.counts, ...removal.counts };
    const isNews = JSON.stringify(counts) !== JSON.stringify(job.counts);
    if (!isNews && !removal.isScrubbed) return;
    await privacy.redactCrashGroups(placeOf(job), removal.fingerprints);
    await emptyCrashGroups.removeComments(placeOf(job), removal.fingerprints);
    const isClean = await privacy.scrub();
    if (removal.isScrubbed && isClean) await jobs.finish(job.id, counts);
    else await jobs.note(job.id, counts);
  }

  async #erase(
    { privacy, jobs }: ErasureStores,
    jobId: string,
    { scope, subject, actor }: Given,
    ids: ErasedIds,
  ): Promise<Job> {
    const { log, forget } = this.#deps;
    this.#busy.add(jobId);
    try {
      await jobs.start(jobId);
      await log.append(eraseRecord(scope, jobId, ids, Date.now()));
      const erasure =
        subject.kind === 'user'
          ? await privacy.eraseUser(scope, subject.id, actor)
          : await privacy.eraseDevice(scope, subject.id);
      await forget(scope, subject, erasure.deviceIds);
      const job = await jobs.note(jobId, countsOf(erasure), {
        subject: hashOf(scope, subject),
        environment_id: scope.environmentId,
      });
      // Readers of the moment may be in the way; the job is not done before it has worked once.
      await privacy.scrub();
      return job;
    } finally {
      this.#busy.delete(jobId);
    }
  }

  async #running(scope: Scope, subject: Subject): Promise<Job | undefined> {
    const jobs = await this.#deps.stores.jobs.unfinished([kinds[subject.kind]]);
    return jobs.find(({ input }) => input.subject === hashOf(scope, subject));
  }

  async #idsOf(scope: Scope, subject: Subject): Promise<ErasedIds | undefined> {
    return subject.kind === 'user' ? this.#idsOfUser(scope, subject.id) : this.#idsOfDevice(scope, subject.id);
  }

  async #idsOfUser(scope: Scope, userId: string): Promise<ErasedIds | undefined> {
    const known = await this.#deps.stores.privacy.idsOfUser(scope, userId);
    const person = await this.#deps.people.find(scope, userId, 'user');
    if (known === undefined && person === undefined) return undefined;
    const devices = new Set([...(known?.deviceIds ?? []), ...(person?.ids.deviceIds ?? [])]);
    return { users: [userId], anonymous: person?.ids.anonymousIds ?? [], devices: [...devices], wholeDevices: [] };
  }

  /** With its anonymous id where that is nobody's but the device's. */
  async #idsOfDevice(scope: Scope, deviceId: string): Promise<ErasedIds | undefined> {
    const known = await this.#deps.stores.privacy.idsOfDevice(scope.environmentId, deviceId);
    const person = await this.#deps.people.find(scope, deviceId);
    if (known === undefined && person === undefined) return undefined;
    const ofDevice = await Promise.all((known?.anonymousIds ?? []).map((id) => this.#deps.people.find(scope, id)));
    const anonymous = ofDevice.flatMap((found) =>
      found?.kind === 'anonymous' && found.ids.deviceIds.every((id) => id === deviceId) ? [found.id] : [],
    );
    return { users: [], anonymous, devices: [], wholeDevices: [deviceId] };
  }
}

const onlyItself = ({ kind, id }: Subject): ErasedIds => ({
  users: kind === 'user' ? [id] : [],
  anonymous: [],
  devices: [],
  wholeDevices: kind === 'device' ? [id] : [],
});

interface Given {
  readonly scope: Scope;
  readonly subject: Subject;
  readonly actor: Actor;
}

/** What a job was given, as long as it has not been carried out in the control plane. */
function givenTo({ projectId, input }: Job): Given | undefined {
  const { kind, id, environment_id: environmentId, actor } = input;
  if (typeof id !== 'string' || typeof environmentId !== 'string' || projectId === null) return undefined;
  return {
    scope: { projectId, environmentId },
    subject: { kind: kind as Subject['kind'], id },
    actor: actor as Actor,
  };
}

/** Of a job that does not know its subject any more. */
const placeOf = ({ projectId, input }: Job): Scope => ({
  projectId: projectId ?? '',
  environmentId: String(input.environment_id),
});

const hashOf = ({ environmentId }: Scope, { kind, id }: Subject): string =>
  hash('sha256', `${environmentId}/${kind}/${id}`, 'hex');

const countsOf = ({ counts }: ControlErasure): Job['counts'] => ({
  users: counts.users,
  devices: counts.devices,
  control_links: counts.links,
  group_members: counts.groupMembers,
  changes: counts.changes,
  rules_naming_the_user: counts.rulesNamingTheUser,
  experiments_naming_the_user: counts.experimentsNamingTheUser,
});
