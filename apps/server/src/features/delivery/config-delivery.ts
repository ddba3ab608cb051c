import {
  assignExperiments,
  type EvaluationContext,
  evaluateValues,
  type WireAssignment,
  wireAssignment,
} from '@lamppost/evaluator';
import { ControlUnavailable } from '../../control/control-errors.ts';
import { configTag, isTagKnown } from '../../edge/config-tag.ts';
import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { inGeneration } from '../../edge/generation.ts';
import type { ServedRuleset } from '../../edge/served-ruleset.ts';
import { type Soon, whenKnown } from '../../engines/soon.ts';
import type { DeviceProfile } from '../devices/device-store.ts';
import type { UserProfile } from '../devices/user-store.ts';

/** Whose configuration is asked for; facts that are said here win over those that are known of the device. */
export interface ConfigRequest {
  readonly environmentId: string;
  readonly deviceId?: string;
  readonly userId?: string;
  readonly anonymousId?: string;
  readonly platform?: string;
  readonly appVersion?: string;
  readonly locale?: string;
  readonly country?: string;
}

export interface ConfigResponse {
  readonly etag: string;
  /** Under which it goes over a stream, and by which a stream is resumed. */
  readonly streamId: string;
  readonly isKnownDevice: boolean;
  isKnown(ifNoneMatch: string | undefined): boolean;
  /** The body of the answer. Evaluates; a tag that is known needs none of it. */
  json(): string;
}

export interface Assignments {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, WireAssignment>>;
}

export interface ConfigSources {
  readonly state: EdgeState;
  readonly findDevice: (environmentId: string, deviceId: string) => Soon<DeviceProfile | undefined>;
  readonly findUser: (environmentId: string, userId: string) => Promise<UserProfile | undefined>;
}

/** What a device or user is served. Rules come from memory; a control plane that is down never fails it. */
export class ConfigDelivery {
  readonly #sources: ConfigSources;
  readonly #knownTags = new WeakMap<DeviceProfile, KnownTag>();

  constructor(sources: ConfigSources) {
    this.#sources = sources;
  }

  /** At once for a device that is remembered, or that is certain not to be there. */
  response(request: ConfigRequest): Soon<ConfigResponse> {
    return whenKnown(this.#findSubject(request), (subject) => this.#responseFor(request, subject));
  }

  #responseFor(request: ConfigRequest, { device, user, isForAnotherUser }: FoundSubject): ConfigResponse {
    const { state } = this.#sources;
    const { environmentId, deviceId, userId } = request;
    const environment = state.environmentById(environmentId);
    // Of the same moment as the tag, however much later it is evaluated.
    const served = state.served(environmentId);
    const makeTag = (): string =>
      configTag({
        generation: state.generation,
        environmentId,
        configVersion: environment.configVersion,
        deviceId,
        identity: [userId, request.anonymousId, request.platform, request.appVersion, request.locale, request.country],
        boundUserId: device?.userId ?? null,
        deviceRevision: device?.revision ?? 0,
        userRevision: isForAnotherUser ? (user?.revision ?? 0) : (device?.userRevision ?? 0),
        cohorts: served.membershipsOf(userId ?? device?.userId ?? undefined),
      });
    const etag =
      device !== undefined && isOfDeviceAlone(request) && served.cohortKeys.length === 0
        ? this.#tagOfDevice(device, served, makeTag)
        : makeTag();
    const configVersion = String(environment.configVersion);
    return {
      etag,
      streamId: inGeneration(configVersion, state.generation),
      isKnownDevice: device !== undefined,
      isKnown: (ifNoneMatch) => isTagKnown(etag, ifNoneMatch),
      json: () => {
        const context = contextOf(request, environment, device, user);
        const experiments = JSON.stringify(experimentsOf(served, context));
        const flags = served.flagsJson.write(context);
        return `{"data":{"config_version":"${configVersion}","etag":${JSON.stringify(etag)},"flags":${flags},"experiments":${experiments}}}`;
      },
    };
  }

  /** What the rules are asked with: for telling why somebody is served what they are. */
  async contextFor(request: ConfigRequest): Promise<EvaluationContext> {
    const { device, user } = await this.#findSubject(request);
    return contextOf(request, this.#sources.state.environmentById(request.environmentId), device, user);
  }

  /** For a device that has just registered or been identified. */
  assignments(profile: DeviceProfile): Assignments {
    const { state } = this.#sources;
    const request = { environmentId: profile.environmentId, deviceId: profile.deviceId };
    const environment = state.environmentById(profile.environmentId);
    return assignmentsOf(state.served(profile.environmentId), contextOf(request, environment, profile, undefined));
  }

  /** SDKs ask again and again for the same device, which is served the same until something changes. */
  #tagOfDevice(device: DeviceProfile, served: ServedRuleset, makeTag: () => string): string {
    const known = this.#knownTags.get(device);
    if (known?.servedTag === served.tag) return known.etag;
    const etag = makeTag();
    this.#knownTags.set(device, { servedTag: served.tag, etag });
    return etag;
  }

  #findSubject({ environmentId, deviceId, userId }: ConfigRequest): Soon<FoundSubject> {
    const { findDevice, findUser } = this.#sources;
    const finding = deviceId === undefined ? undefined : unlessDown(findDevice(environmentId, deviceId));
    return whenKnown(finding, (device) => {
      if (userId === undefined || userId === device?.userId)
        return { device, user: undefined, isForAnotherUser: false };
      return whenKnown(unlessDown(findUser(environmentId, userId)), (user) => ({
        device,
        user,
        isForAnotherUser: true,
      }));
    });
  }
}

interface FoundSubject {
  readonly device: DeviceProfile | undefined;
  readonly user: UserProfile | undefined;
  /** Than the one that the device is bound to. */
  readonly isForAnotherUser: boolean;
}

interface KnownTag {
  /** Of the ruleset that it was made for. */
  readonly servedTag: string;
  readonly etag: string;
}

/** Nothing is said of the device or its user in the request. */
const isOfDeviceAlone = (request: ConfigRequest): boolean =>
  request.userId === undefined &&
  request.anonymousId === undefined &&
  request.platform === undefined &&
  request.appVersion === undefined &&
  request.locale === undefined &&
  request.country === undefined;

const assignmentsOf = (served: ServedRuleset, context: EvaluationContext): Assignments => ({
  flags: evaluateValues(served.compiled, context),
  experiments: experimentsOf(served, context),
});

function experimentsOf({ compiled }: ServedRuleset, context: EvaluationContext): Assignments['experiments'] {
  const experiments: Record<string, WireAssignment> = {};
  for (const [key, assignment] of assignExperiments(compiled, context)) {
    experiments[key] = wireAssignment(assignment, compiled.configVersion);
  }
  return experiments;
}

function contextOf(
  request: ConfigRequest,
  environment: SnapshotEnvironment,
  device: DeviceProfile | undefined,
  user: UserProfile | undefined,
): EvaluationContext {
  const userId = request.userId ?? device?.userId ?? undefined;
  const isBoundUser = userId !== undefined && userId === device?.userId;
  return {
    userId,
    deviceId: request.deviceId,
    anonymousId: request.anonymousId ?? device?.anonymousId,
    platform: request.platform ?? device?.facts.platform,
    country: request.country ?? device?.facts.country,
    locale: request.locale ?? device?.facts.locale,
    timezone: device?.facts.timezone,
    appVersion: request.appVersion ?? device?.facts.appVersion,
    buildNumber: device?.facts.buildNumber,
    osName: device?.facts.osName,
    osVersion: device?.facts.osVersion,
    deviceModel: device?.facts.deviceModel,
    environment: environment.slug,
    attributes: isBoundUser ? device.userAttributes : (user?.attributes ?? {}),
  };
}

function unlessDown<T>(finding: Soon<T | undefined>): Soon<T | undefined> {
  if (!(finding instanceof Promise)) return finding;
  return finding.catch((error: unknown) => {
    if (error instanceof ControlUnavailable) return undefined;
    throw error;
  });
}
