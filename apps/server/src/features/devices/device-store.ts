import type { Page, PageRequest } from '../../control/page.ts';
import type { Soon } from '../../engines/soon.ts';

export interface DeviceFacts {
  readonly platform?: string;
  readonly deviceModel?: string;
  readonly osName?: string;
  readonly osVersion?: string;
  readonly appVersion?: string;
  readonly buildNumber?: string;
  readonly locale?: string;
  readonly country?: string;
  readonly timezone?: string;
}

type AttributeScalar = string | number | boolean;
export type AttributeValue = AttributeScalar | readonly AttributeScalar[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface Device {
  readonly environmentId: string;
  readonly deviceId: string;
  readonly anonymousId: string;
  readonly facts: DeviceFacts;
  readonly userId: string | null;
  /** Moves whenever the device's facts or its bound user change. */
  readonly revision: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/** A device with what an evaluation needs to know of its user. */
export interface DeviceProfile extends Device {
  readonly userAttributes: Attributes;
  /** Keys of the groups that the user is in, sorted. */
  readonly userGroups: readonly string[];
  /** Moves whenever the user's attributes or groups change; 0 without a user. */
  readonly userRevision: number;
}

export interface DeviceRegistration {
  readonly projectId: string;
  readonly environmentId: string;
  readonly deviceId: string;
  /** Absent: the known device keeps its own, a new one gets `newAnonymousId`. */
  readonly anonymousId?: string;
  readonly newAnonymousId: string;
  /** Only facts that were sent; others are kept. */
  readonly facts: DeviceFacts;
  /** The caller has seen that something will change, so nobody looks once more before writing. */
  readonly expectsChange?: boolean;
  readonly atMs: number;
}

export interface Identification {
  readonly projectId: string;
  readonly environmentId: string;
  readonly deviceId: string;
  readonly userId: string;
  /** Merged key by key; null removes. */
  readonly attributes: Readonly<Record<string, AttributeValue | null>>;
  /** The caller has seen that something will change, so nobody looks once more before writing. */
  readonly expectsChange?: boolean;
  readonly atMs: number;
}

export interface Identified {
  readonly profile: DeviceProfile;
  readonly status: 'unchanged' | 'linked' | 'switched';
}

export interface DeviceFilter {
  readonly environmentId: string;
  /** How the device id, the anonymous id or the user id begins. */
  readonly search?: string;
  readonly userId?: string;
}

export interface ListedDevice extends DeviceProfile {
  /** Names the device in a list, in the order in which devices were first seen. */
  readonly id: string;
}

/**
 * Devices, the users bound to them, and those users' attributes, per environment.
 *
 * Promises:
 * - register creates or updates, never unbinds a user, and moves the revision only when something changed;
 * - identify of an unknown device is undefined and changes nothing;
 * - identify with attributes over the bounds rejects with Unacceptable naming the key, and changes nothing;
 * - a device id means one device per environment, compared exactly;
 * - lists are newest first, by when a device was first seen, and pages neither repeat nor skip;
 * - many parallel calls are committed in groups, each durable before it resolves.
 */
export interface DeviceStore {
  register(registration: DeviceRegistration): Promise<{ readonly profile: DeviceProfile; readonly isNew: boolean }>;
  identify(identification: Identification): Promise<Identified | undefined>;
  find(environmentId: string, deviceId: string): Soon<DeviceProfile | undefined>;
  list(filter: DeviceFilter, page: PageRequest): Promise<Page<ListedDevice>>;
}
