import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Wire } from '@lamppost/protocol';
import type { EventLog } from '../../collect/event-log/event-log.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import type { Scope } from '../../edge/scope.ts';
import { attributesRecord } from './attributes-record.ts';
import type {
  DeviceFacts,
  DeviceFilter,
  DeviceProfile,
  DeviceStore,
  Identification,
  ListedDevice,
} from './device-store.ts';
import { mergeAttributes } from './merge-attributes.ts';
import { readFacts } from './read-facts.ts';
import type { UserProfile, UserStore } from './user-store.ts';

export interface Registered {
  readonly profile: DeviceProfile;
  readonly isNew: boolean;
}

export interface IdentifiedDevice {
  readonly profile: DeviceProfile;
  readonly mergeStatus: 'unchanged' | 'linked' | 'switched';
  readonly mergeId: string | null;
}

/**
 * Devices and the users on them. What is new goes into the event log before the control plane knows it,
 * so a client that tries again after a failure in between repeats what the log already has, which changes nothing.
 */
export class DeviceRegistry {
  readonly #devices: DeviceStore;
  readonly #users: UserStore;
  readonly #log: EventLog;

  constructor(parts: { readonly devices: DeviceStore; readonly users: UserStore; readonly log: EventLog }) {
    this.#devices = parts.devices;
    this.#users = parts.users;
    this.#log = parts.log;
  }

  async register(scope: Scope, sent: Wire['RegisterBody'], atMs: number): Promise<Registered> {
    const deviceId = present(sent.device_id) ?? `dev_${randomUUID()}`;
    const facts = readFacts(sent);
    const known = await this.#devices.find(scope.environmentId, deviceId);
    const anonymousId = present(sent.anonymous_id) ?? known?.anonymousId ?? randomUUID();
    const expectsChange = known === undefined || known.anonymousId !== anonymousId || isNews(facts, known.facts);
    if (expectsChange) {
      await this.#append('device', scope, atMs, { device_id: deviceId, anonymous_id: anonymousId, ...toWire(facts) });
    }
    const given = present(sent.anonymous_id);
    return await this.#devices.register({
      ...scope,
      deviceId,
      ...(given === undefined ? {} : { anonymousId: given }),
      newAnonymousId: anonymousId,
      facts,
      expectsChange,
      atMs,
    });
  }

  /** Undefined for a device that this environment does not know. */
  async identify(
    scope: Scope,
    deviceId: string,
    sent: Wire['IdentifyBody'],
    atMs: number,
  ): Promise<IdentifiedDevice | undefined> {
    const known = await this.#devices.find(scope.environmentId, deviceId);
    if (known === undefined) return undefined;
    const attributes = (sent.attributes ?? {}) as Identification['attributes'];
    const before = await this.#userOf(known, sent.user_id);
    const merged = mergeAttributes(before.attributes, attributes);
    const userId = sent.user_id;
    const link = { anonymous_id: known.anonymousId, user_id: userId, device_id: deviceId };
    const isBound = known.userId === userId;
    // Both wait for the same sync.
    await Promise.all([
      isBound ? undefined : this.#append('link', scope, atMs, link),
      merged.isChanged
        ? this.#append('user', scope, atMs, attributesRecord(userId, merged.attributes, atMs))
        : undefined,
    ]);
    const expectsChange = !isBound || merged.isChanged;
    const identified = await this.#devices.identify({ ...scope, deviceId, userId, attributes, expectsChange, atMs });
    if (identified === undefined) return undefined;
    const { userAttributes, userRevision } = identified.profile;
    // Somebody else has changed the user meanwhile, here or on another edge: the log has not heard of the outcome yet.
    const isOvertaken = merged.isChanged
      ? !isDeepStrictEqual(userAttributes, merged.attributes)
      : userRevision !== before.revision;
    if (isOvertaken) {
      const nowMs = Math.max(atMs, Date.now());
      await this.#append('user', scope, nowMs, attributesRecord(userId, userAttributes, nowMs));
    }
    const mergeId = identified.status === 'unchanged' ? null : randomUUID();
    return { profile: identified.profile, mergeStatus: identified.status, mergeId };
  }

  async find(environmentId: string, deviceId: string): Promise<DeviceProfile | undefined> {
    return await this.#devices.find(environmentId, deviceId);
  }

  list(filter: DeviceFilter, page: PageRequest): Promise<Page<ListedDevice>> {
    return this.#devices.list(filter, page);
  }

  /** Looked up before anything is written: a refusal must leave no trace, neither here nor in the log. */
  async #userOf(known: DeviceProfile, userId: string): Promise<Pick<UserProfile, 'attributes' | 'revision'>> {
    if (known.userId === userId) return { attributes: known.userAttributes, revision: known.userRevision };
    return (await this.#users.find(known.environmentId, userId)) ?? { attributes: {}, revision: 0 };
  }

  async #append(kind: 'device' | 'link' | 'user', scope: Scope, receivedAtMs: number, body: object): Promise<void> {
    await this.#log.append({ kind, ...scope, receivedAtMs, body: Buffer.from(JSON.stringify(body)) });
  }
}

const present = (id: string | null | undefined): string | undefined => (id === '' ? undefined : (id ?? undefined));

const isNews = (sent: DeviceFacts, known: DeviceFacts): boolean =>
  Object.entries(sent).some(([name, value]) => known[name as keyof DeviceFacts] !== value);

const toWire = (facts: DeviceFacts): Record<string, string | undefined> => ({
  platform: facts.platform,
  device_model: facts.deviceModel,
  os_name: facts.osName,
  os_version: facts.osVersion,
  app_version: facts.appVersion,
  build_number: facts.buildNumber,
  locale: facts.locale,
  country: facts.country,
  timezone: facts.timezone,
});
