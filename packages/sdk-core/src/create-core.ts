import type { Core, DeviceState, Part } from './core.ts';
import { createExchange } from './create-exchange.ts';
import { createFlags, type Expose } from './create-flags.ts';
import { createLane } from './create-lane.ts';
import type { LamppostCore, LamppostOptions } from './lamppost.ts';
import type { Lane } from './lane.ts';
import type { Platform } from './platform.ts';
import { uuidV7 } from './uuid-v7.ts';

/** Everything that an SDK needs wherever it runs. Starts at once; nothing of it throws or waits. */
export function createCore(platform: Platform, options: LamppostOptions, parts: readonly Part[] = []): Core {
  const { storage, sdk, facts } = platform;
  const { app = {}, sessionIdleMs = 18e5, refreshMs = 3e5 } = options;
  const prefix = `${options.namespace ?? 'lamppost'}.${`${options.key}`.split('_')[2]}.`;
  const mint = (): string => uuidV7(platform.now(), platform.random);
  const freshState = (): DeviceState => ({
    user: { anonymous_id: mint() },
    device: { id: mint() },
    flags: {},
    experiments: {},
  });
  let itemCount = 1e6;
  let refreshedAt = 0;
  let attempt = 0;
  let cancelRefresh: (() => void) | undefined;
  let asking: Promise<void>;

  /** Storage may be full, forbidden or damaged, and what an app tracks may not be JSON. */
  const quietly = <T>(task: () => T): T | undefined => {
    try {
      return task();
    } catch (error) {
      core.note(`${error}`);
    }
  };
  const eachLane = (task: (lane: Lane) => unknown): Promise<unknown> =>
    Promise.all(Object.values(core.lanes).map(task));

  const flush = (): Promise<unknown> => eachLane((lane) => lane.send());

  const enter: Core['enter'] = (lane, item, context, atMs = platform.now()) => {
    if (core.isMute) return;
    touch(atMs);
    const { user, device, session, flags, experiments } = core.state;
    const json = quietly(() => JSON.stringify({ event_id: mint(), ...item }));
    if (!json) {
      core.dropped++;
      return;
    }
    const entry = {
      name: `q.${core.owner}.${lane.name}.${itemCount++}`,
      atMs: atMs + core.clockErrorMs,
      json,
      context: JSON.stringify(
        context ?? { user, device: { ...device, ...facts }, app, sdk, session, flags, experiments },
      ),
    };
    core.store(entry.name, `[${entry.atMs},${json},${entry.context}]`);
    lane.add(entry);
  };

  const touch = (atMs = platform.now()): void => {
    const { state } = core;
    const isOver = !(atMs < (state.activeAt ?? 0) + sessionIdleMs);
    state.activeAt = atMs;
    if (isOver) {
      Object.assign(state, { session: { id: mint() }, flags: {}, experiments: {} });
      enter(events, { event: '$session_start' }, undefined, atMs);
    }
    core.store('state', JSON.stringify(state));
  };

  const expose: Expose = (kind, key, value, properties) => {
    if (core.isMute || core.state[kind][key] === value) return;
    touch();
    core.state[kind][key] = value;
    enter(events, { event: `$${kind.slice(0, -1)}_exposure`, properties });
  };

  const refresh = (): Promise<void> => {
    const ask = async (): Promise<void> => {
      if (core.isHalted) return;
      refreshedAt = platform.now();
      cancelRefresh?.();
      const { verdict, data, delayMs } = await core.exchange('/v1/config', attempt, undefined, core.config.etag);
      // Somebody has asked again, perhaps for another identity: that answer counts.
      if (mine !== asking) return asking;
      // What the page was rendered with is its user's. Until the server knows whose the device is, it answers for another.
      if (!options.bootstrap || !identity.entries[0]) core.apply(data, true);
      attempt = verdict === 'later' ? attempt + 1 : 0;
      const nextMs = attempt ? delayMs : refreshMs * (0.5 + platform.random());
      if (nextMs) cancelRefresh = platform.later(nextMs, refresh);
    };
    const mine = ask();
    asking = mine;
    return mine;
  };

  const adopt = (name: string): void => {
    const [atMs, item, context] = (core.load(name) ?? []) as [number, Record<string, string>, unknown];
    const lane = core.lanes[name.split('.')[2] as string];
    if (atMs && item?.event_id && context && lane) {
      lane.add({ name, atMs, json: JSON.stringify(item), context: JSON.stringify(context) });
    } else core.store(name);
  };

  /** Tells the server what it was not told yet. */
  const tell = (what: 'registered' | 'identified', path: string, told: object): void => {
    const text = quietly(() => JSON.stringify(told));
    if (core.isMute || core.state[what] === text) return;
    core.state[what] = text;
    enter(identity, told, `/v1/devices/${path}`);
  };

  const start = (): Promise<void> => {
    tell('registered', 'register', {
      ...facts,
      device_id: core.state.device.id,
      anonymous_id: core.state.user.anonymous_id,
      device_model: facts.model,
      app_version: app.version,
      build_number: app.build,
    });
    touch();
    return refresh();
  };

  const core = {
    platform,
    options,
    prefix,
    note: platform.log,
    enter,
    refresh,
    start,
    eachLane,
    adopt,
    itemsOf: (owner) =>
      quietly(() =>
        storage
          ?.keys(`${prefix}q.${owner}`)
          .map((key) => key.slice(prefix.length))
          .sort(),
      ) ?? [],
    adoptAll: () => core.itemsOf('').forEach(adopt),
    config: { flags: {}, experiments: {} },
    dropped: 0,
    lanes: {},
    owner: mint(),
    clockErrorMs: 0,
    load: (name) => quietly(() => JSON.parse(storage?.get(prefix + name) ?? 'null')),
    store: (name, text) => quietly(() => (text ? storage?.set(prefix + name, text) : storage?.remove(prefix + name))),
  } as Partial<Core> as Core;
  core.exchange = createExchange(core);
  const events = createLane(core, 'e', '/v1/ingest');
  const identity = createLane(core, 'i', undefined, (data) => {
    // A device that the server does not know is registered anew by the next start.
    if (!data) {
      core.state.registered = core.state.identified = undefined;
      touch();
    }
    refresh();
  });

  core.client = {
    ...createFlags(core, expose),
    track: (event, properties) => enter(events, { event, properties }),
    identify(userId, attributes) {
      if (!userId?.trim?.()) return;
      core.state.user.id = userId;
      tell('identified', `${core.state.device.id}/identify`, { user_id: userId, attributes });
    },
    reset() {
      core.state = freshState();
      core.apply({ flags: {} }, true);
      start();
    },
    flush,
    async close() {
      await flush();
      core.isHalted = core.isMute = true;
      off?.();
    },
  } as LamppostCore;
  for (const part of parts) Object.assign(core.client, part(core));

  core.state = core.load('state') as DeviceState;
  if (!core.state?.user?.anonymous_id) core.state = freshState();
  core.apply(core.load('config'));
  core.apply(options.bootstrap);
  core.adoptAll();
  // Longer than three seconds nobody waits for flags.
  core.client.ready = Promise.race([core.start(), new Promise<void>((resolve) => platform.later(3e3, resolve))]);
  const off = platform.onMoment?.((moment) => {
    const isLeaving = moment === 'background';
    if (moment === 'foreground') touch();
    // Unless they were asked for just before.
    if (!isLeaving && platform.now() - refreshedAt > 3e4) refresh();
    eachLane((lane) => lane.send(isLeaving));
  });
  return core;
}
