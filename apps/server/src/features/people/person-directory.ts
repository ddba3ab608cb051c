import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { JsonPage, PageRequest } from '../../analytics/json-page.ts';
import type { PersonIds, PersonKind } from '../../analytics/person-ref.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Attributes, DeviceProfile, DeviceStore } from '../devices/device-store.ts';
import type { UserStore } from '../devices/user-store.ts';
import type { PersonProfile, PersonSummary, RankedPeopleParams } from './queries/people.ts';
import { peopleQuery, personQuery, rankedPeopleQuery, timelineQuery } from './queries/people.ts';

export interface PersonDirectoryDeps {
  readonly store: AnalyticsStore;
  readonly users: UserStore;
  readonly devices: DeviceStore;
}

/** Which of them, and in which order. */
export type PeopleListed = Pick<RankedPeopleParams, 'search' | 'sort' | 'isAscending' | 'among'>;

export interface ListedPerson extends PersonSummary {
  readonly attributes: Attributes;
}

/** A person as both the store and the control plane know it. */
export interface KnownPerson extends PersonProfile {
  readonly attributes: Attributes;
  readonly groups: readonly string[];
  readonly devices: readonly DeviceProfile[];
}

/** Somebody with thousands of devices is a test or a mistake: the first ones say as much. */
const MAX_DEVICES_SHOWN = 100;

/** Everybody, put together from what was collected and from what the control plane keeps. */
export class PersonDirectory {
  readonly #store: AnalyticsStore;
  readonly #users: UserStore;
  readonly #devices: DeviceStore;

  constructor({ store, users, devices }: PersonDirectoryDeps) {
    this.#store = store;
    this.#users = users;
    this.#devices = devices;
  }

  async list(
    scope: Scope,
    { search, ...order }: PeopleListed,
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly ListedPerson[]; readonly nextCursor: string | null }> {
    const found = search?.includes('@') === true ? await this.#users.withEmail(scope.environmentId, search) : [];
    const params = {
      scope,
      ...(search === undefined ? {} : { search }),
      ...(found.length === 0 ? {} : { userIds: found }),
      page,
    };
    const isUsual = order.sort === 'last_seen' && !order.isAscending && order.among === undefined;
    const { rows, nextCursor } = isUsual
      ? await this.#store.run(peopleQuery, params)
      : await this.#store.run(rankedPeopleQuery, { ...params, ...order }, { signal });
    const userIds = rows.filter(({ kind }) => kind === 'user').map(({ id }) => id);
    const users = await this.#users.findMany(scope.environmentId, userIds);
    const attributes = new Map(users.map((user) => [user.userId, user.attributes]));
    const attributesOf = ({ kind, id }: PersonSummary): Attributes =>
      (kind === 'user' ? attributes.get(id) : undefined) ?? {};
    return { rows: rows.map((row) => ({ ...row, attributes: attributesOf(row) })), nextCursor };
  }

  /** By a user id, an anonymous id or a device id, whichever it may be; undefined for one that nobody has. */
  async find(scope: Scope, id: string, kind?: PersonKind): Promise<KnownPerson | undefined> {
    const { environmentId } = scope;
    const [user, device] = [await this.#users.find(environmentId, id), await this.#devices.find(environmentId, id)];
    const hints = {
      isUser: user !== undefined,
      ...(device?.userId == null ? {} : { boundUserId: device.userId }),
      ...(device === undefined ? {} : { anonymousId: device.anonymousId }),
    };
    const person = await this.#store.run(personQuery, { scope, id, ...(kind === undefined ? {} : { kind }), hints });
    return person && (await this.#withControl(environmentId, person));
  }

  timeline(scope: Scope, ids: PersonIds, page: PageRequest): Promise<JsonPage> {
    return this.#store.run(timelineQuery, { scope, ids, page });
  }

  async #withControl(environmentId: string, person: PersonProfile): Promise<KnownPerson> {
    const { userId } = person.ids;
    const user = userId === null ? undefined : await this.#users.find(environmentId, userId);
    const bound = userId === null ? [] : await this.#boundTo(environmentId, userId);
    const known = new Map(bound.map((device) => [device.deviceId, device]));
    for (const deviceId of person.ids.deviceIds.slice(0, MAX_DEVICES_SHOWN)) {
      const device = known.get(deviceId) ?? (await this.#devices.find(environmentId, deviceId));
      if (device !== undefined && device.userId === userId) known.set(deviceId, device);
    }
    const deviceIds = [...new Set([...known.keys(), ...person.ids.deviceIds])];
    return {
      ...person,
      ids: { ...person.ids, deviceIds },
      attributes: user?.attributes ?? {},
      groups: user?.groups ?? [],
      devices: [...known.values()],
    };
  }

  async #boundTo(environmentId: string, userId: string): Promise<readonly DeviceProfile[]> {
    return (await this.#devices.list({ environmentId, userId }, { limit: MAX_DEVICES_SHOWN })).rows;
  }
}
