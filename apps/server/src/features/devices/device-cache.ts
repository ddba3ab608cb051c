import type { Page, PageRequest } from '../../control/page.ts';
import { type Soon, whenKnown } from '../../engines/soon.ts';
import type {
  DeviceFilter,
  DeviceProfile,
  DeviceRegistration,
  DeviceStore,
  Identification,
  Identified,
  ListedDevice,
} from './device-store.ts';

/** Devices seen lately are answered from memory. Every change goes through here or is told, so what is remembered is true. */
export class DeviceCache implements DeviceStore {
  readonly #store: DeviceStore;
  readonly #capacity: number;
  readonly #profiles = new Map<string, DeviceProfile>();
  readonly #devicesOfUser = new Map<string, Set<string>>();
  /** Counts identifications: a profile that was read while one happened may be old and is not remembered. */
  #identifications = 0;

  constructor(store: DeviceStore, capacity: number) {
    this.#store = store;
    this.#capacity = capacity;
  }

  find(environmentId: string, deviceId: string): Soon<DeviceProfile | undefined> {
    const key = keyOf(environmentId, deviceId);
    const known = this.#profiles.get(key);
    if (known !== undefined) return known;
    const identifications = this.#identifications;
    return whenKnown(this.#store.find(environmentId, deviceId), (profile) => {
      const isCurrent = identifications === this.#identifications && !this.#profiles.has(key);
      if (profile !== undefined && isCurrent) this.#remember(profile);
      return profile;
    });
  }

  async register(
    registration: DeviceRegistration,
  ): Promise<{ readonly profile: DeviceProfile; readonly isNew: boolean }> {
    const identifications = this.#identifications;
    const registered = await this.#store.register(registration);
    if (identifications === this.#identifications) this.#remember(registered.profile);
    else this.#forget(keyOf(registration.environmentId, registration.deviceId));
    return registered;
  }

  async identify(identification: Identification): Promise<Identified | undefined> {
    this.#identifications += 1;
    const identified = await this.#store.identify(identification);
    this.#identifications += 1;
    const { environmentId, deviceId, userId } = identification;
    if (identified === undefined) {
      this.#forget(keyOf(environmentId, deviceId));
      return undefined;
    }
    this.forgetUser(environmentId, userId);
    this.#remember(identified.profile);
    return identified;
  }

  list(filter: DeviceFilter, page: PageRequest): Promise<Page<ListedDevice>> {
    return this.#store.list(filter, page);
  }

  /** These devices are not there any more. */
  forgetDevices(environmentId: string, deviceIds: readonly string[]): void {
    this.#identifications += 1;
    for (const deviceId of deviceIds) this.#forget(keyOf(environmentId, deviceId));
  }

  /** Attributes and groups belong to the user: none of the user's devices may be answered with the old ones. */
  forgetUser(environmentId: string, userId: string): void {
    this.#identifications += 1;
    for (const key of [...(this.#devicesOfUser.get(keyOf(environmentId, userId)) ?? [])]) this.#forget(key);
  }

  forgetEverything(): void {
    this.#identifications += 1;
    this.#profiles.clear();
    this.#devicesOfUser.clear();
  }

  #remember(profile: DeviceProfile): void {
    const key = keyOf(profile.environmentId, profile.deviceId);
    const known = this.#profiles.get(key);
    if (known !== undefined && known.revision > profile.revision) return;
    this.#forget(key);
    if (this.#profiles.size >= this.#capacity) {
      const [oldest] = this.#profiles.keys();
      if (oldest !== undefined) this.#forget(oldest);
    }
    this.#profiles.set(key, profile);
    if (profile.userId === null) return;
    const user = keyOf(profile.environmentId, profile.userId);
    const devices = this.#devicesOfUser.get(user) ?? new Set();
    this.#devicesOfUser.set(user, devices.add(key));
  }

  #forget(key: string): void {
    const profile = this.#profiles.get(key);
    if (profile === undefined) return;
    this.#profiles.delete(key);
    if (profile.userId === null) return;
    const user = keyOf(profile.environmentId, profile.userId);
    const devices = this.#devicesOfUser.get(user);
    devices?.delete(key);
    if (devices?.size === 0) this.#devicesOfUser.delete(user);
  }
}

const keyOf = (environmentId: string, id: string): string => `${environmentId} ${id}`;
