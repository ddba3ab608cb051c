import type { SystemEvent } from '@lamppost/protocol';
import type { Core, DeviceState, MaybePart } from './core.ts';
import { createFlags, type Expose } from './create-flags.ts';
import { createLane } from './create-lane.ts';
import { createTransport } from './create-transport.ts';
import { createGuard } from './guard.ts';
import type { LamppostCore, LamppostOptions } from './lamppost.ts';
import type { Lane } from './lane.ts';
import type { Platform } from './platform.ts';
import { uuidV7 } from './uuid-v7.ts';

type Members = Record<string, (...args: readonly unknown[]) => unknown>;

/** Everything that an SDK needs wherever it runs. Starts at once; nothing of it throws or waits. */
export function createCore(platform: Platform, options: LamppostOptions, parts: readonly MaybePart[] = []): Core {
  const { storage, sdk, facts } = platform;
  const { app, sessionIdleMs = 18e5, refreshMs = 3e5 } = options;
  const prefix = `${options.namespace ?? 'lamppost'}.${`${options.key}`.split('_')[2]}.`;
  const newId = (): string => uuidV7(platform);
  const freshState = () => ({ user: { anonymous_id: newId() }, device: { id: newId() } }) as DeviceState;
  let itemCount = 1e6;
  let attempt = 0;
  let cancelRefresh: (() => void) | undefined;
  let asking: Promise<void>;

  const guard = createGuard((error) => core.log(error));
  const eachLane = (task: (lane: Lane) => unknown): Promise<unknown> =>
    Promise.all(Object.values(core.lanes).map(task));

  const flush = (): Promise<unknown> => eachLane((lane) => lane.send());

  // What an app tracks may not be JSON.
  const enqueue: Core['enqueue'] = guard(
    (lane, item, context, atMs = platform.now()) => {
      if (core.isMute) return;
      touch(atMs);
      const { registered, identified, activeAt, ...told } = core.state;
      const json = JSON.stringify({ event_id: newId(), ...item }).slice(1);
      const entry = {
        name: `q.${core.owner}.${lane.name}.${itemCount++}`,
        atMs: atMs + core.skewMs,
        json,
        context: JSON.stringify(context ?? { ...told, device: { ...told.device, ...facts }, app, sdk }),
      };
      core.store(entry.name, `[${entry.atMs},{${json},${entry.context}]`);
      lane.add(entry);
    },
    () => core.drops++,
  );

  const touch = (atMs = platform.now()): void => {
    const { state } = core;
    // Its own first event finds it begun, however short sessions are told to be.
    const isOver = atMs !== state.activeAt && !(atMs < (state.activeAt as number) + sessionIdleMs);
    state.activeAt = atMs;
    if (isOver) {
      Object.assign(state, { session: { id: newId() }, flags: {}, experiments: {} });
      enqueue(events, { event: '$session_start' satisfies SystemEvent }, undefined, atMs);
    }
    core.store('state', JSON.stringify(state));
  };

  const expose: Expose = (kind, key, value, event) => {
    if (core.isMute || core.state[kind][key] === value) return;
    touch();
    core.state[kind][key] = value;
    if (event) enqueue(events, event);
  };

  const refresh = guard((): Promise<void> => {
    const ask = async (): Promise<void> => {
      if (core.isHalted) return;
      cancelRefresh?.();
      const { result, data, delayMs } = await core.transport('/v1/config', attempt, undefined, core.config.etag);
      // Somebody has asked again, perhaps for another identity: that answer counts.
      if (mine !== asking) return asking;
      // What the page was rendered with is its user's. Until the server knows whose the device is, it answers for another.
      if (!options.bootstrap || !identity.entries.size) core.apply(data, true);
      attempt = result === 'retry' ? attempt + 1 : 0;
      const nextMs = attempt ? delayMs : refreshMs * (0.5 + platform.random());
      if (nextMs) cancelRefresh = platform.later(nextMs, refresh);
    };
    const mine = ask();
    asking = mine;
    return mine;
  });

  const recoverItem = (name: string): void => {
    const [atMs, item, context] = (core.load(name) ?? []) as [number, Record<string, string>, unknown];
    const lane = core.lanes[name.split('.')[2] as string];
    if (atMs && item?.event_id && context && lane) {
      lane.add({ name, atMs, json: JSON.stringify(item).slice(1), context: JSON.stringify(context) });
    } else core.store(name);
  };

  /** Tells the server what it was not told yet. */
  const tell = guard((what: 'registered' | 'identified', path: string, told: object): void => {
    const text = JSON.stringify(told);
    if (core.isMute || core.state[what] === text) return;
    core.state[what] = text;
    enqueue(identity, told, `/v1/devices/${path}`);
  });

  const start = (): Promise<void> => {
    tell('registered', 'register', {
      ...facts,
      device_id: core.state.device.id,
      anonymous_id: core.state.user.anonymous_id,
      device_model: facts.model,
      app_version: app?.version,
      build_number: app?.build,
    });
    touch();
    return refresh();
  };

  const core = {
    platform,
    options,
    prefix,
    log: platform.log,
    enqueue,
    refresh,
    start,
    eachLane,
    touch,
    recover: (owner) => core.itemsOf(owner).forEach(recoverItem),
    itemsOf: guard(
      (owner) => (storage?.keys(`${prefix}q.${owner}`) ?? []).map((key) => key.slice(prefix.length)).sort(),
      () => [],
    ),
    config: { flags: {} },
    client: {} as LamppostCore,
    offs: [],
    drops: 0,
    lanes: {},
    owner: newId(),
    skewMs: 0,
    // Storage may be full, forbidden or damaged.
    load: guard((name) => JSON.parse(storage?.get(prefix + name) ?? 'null')),
    store: guard((name, text) => (text ? storage?.set(prefix + name, text) : storage?.remove(prefix + name))),
    guard,
  } as Partial<Core> as Core;
  core.transport = createTransport(core);
  const events = createLane(core, 'e', '/v1/ingest');
  const identity = createLane(core, 'i', undefined, (data) => {
    // A device that the server does not know is registered anew by the next start.
    if (!data) {
      core.state.registered = core.state.identified = undefined;
      touch();
    }
    refresh();
  });

  const client = core.client as unknown as Members;
  const add = (members: unknown): void => {
    for (const name in members as Members) client[name] = guard((members as Members)[name] as Members[string]);
  };
  add({
    ...createFlags(core, expose),
    track: (event, properties) => enqueue(events, { event, properties }),
    identify(userId, attributes) {
      if (!userId.trim()) return;
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
      for (const off of core.offs) off();
    },
  } satisfies Partial<LamppostCore>);
  // A part that fails takes no other with it.
  parts.forEach(guard((part) => part && add(part(core))));

  core.state = core.load('state') as DeviceState;
  if (!core.state?.user?.anonymous_id || !core.state.device?.id) core.state = freshState();
  core.apply(core.load('config'));
  guard(core.apply)(options.bootstrap);
  core.recover('');
  // Longer than three seconds nobody waits for flags.
  core.client.ready = new Promise((resolve) => {
    guard(core.start)()?.then(resolve);
    platform.later(3e3, resolve);
  });
  return core;
}
