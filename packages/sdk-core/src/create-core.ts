import type { SystemEvent } from '@lamppost/protocol';
import type { ConfigSnapshot } from './config-snapshot.ts';
import type { Core, CoreSettings, DeviceState } from './core.ts';
import { createDeliveryQueue } from './create-delivery-queue.ts';
import { createFlags } from './create-flags.ts';
import { createTransport } from './create-transport.ts';
import type { ItemDraft } from './delivery-queue.ts';
import { createGuard } from './guard.ts';
import type { LamppostCore } from './lamppost.ts';
import type { OwnCore } from './own-core.ts';
import type { Plugin } from './plugin.ts';
import { uuidV7 } from './uuid-v7.ts';

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

/** Everything that an SDK needs wherever it runs. Starts at once; nothing of it throws or waits. */
export function createCore(settings: CoreSettings): Core {
  /** Longer than this nobody waits for flags. */
  const MAX_READY_MS = 3e3;
  const { platform, options, isServer, configPath = '/v1/config' } = settings;
  const { storage, sdk, facts } = platform;
  const { app, sessionIdleMs = 18e5, refreshMs = 3e5, bootstrap } = options;
  const prefix = `${options.namespace ?? 'lamppost'}.${`${options.key}`.split('_')[2]}.`;
  const newId = (): string => uuidV7(platform);
  const freshState = () => ({ user: { anonymous_id: newId() }, device: { id: newId() } }) as DeviceState;
  let plugins: readonly Plugin[] = [];
  let itemCount = 1e6;
  let attempt = 0;
  let cancelRefresh: (() => void) | undefined;
  let refreshing: Promise<void>;

  const guard = createGuard((error) => core.log(error));
  const flush = (): Promise<unknown> => core.eachQueue((queue) => queue.send());
  /** Sends what the server was not sent yet. */
  const sendIdentity = guard((what: 'registered' | 'identified', path: string, item: object): void => {
    const text = JSON.stringify(item);
    if (core.isMuted || core.state[what] === text) return;
    core.state[what] = text;
    core.enqueue('identity', item, { urlPath: `/v1/devices/${path}` });
  });

  const core = {
    ...settings,
    prefix,
    guard,
    client: {} as LamppostCore,
    config: { flags: {} },
    queues: {},
    owner: newId(),
    drops: 0,
    skewMs: 0,

    eachPlugin: (task) => {
      for (const plugin of plugins) guard(task)(plugin);
    },

    // Storage may be full, forbidden or damaged.
    load: guard((name) => JSON.parse(storage?.get(prefix + name) ?? 'null')),
    store: guard((name, text) => {
      if (core.isForgetful) return;
      if (text) storage?.set(prefix + name, text);
      else storage?.remove(prefix + name);
    }),
    itemsOf: guard(
      (owner) => (storage?.keys(`${prefix}q.${owner}`) ?? []).map((key) => key.slice(prefix.length)).sort(),
      () => [],
    ),
    recover(owner) {
      for (const storageKey of core.itemsOf(owner)) {
        const [atMs, item, about] = (core.load(storageKey) ?? []) as [number, Record<string, string>, unknown];
        const queue = core.queues[storageKey.split('.')[2] as string];
        if (atMs && item?.event_id && about && queue)
          queue.add({
            storageKey,
            atMs,
            json: JSON.stringify(item).slice(1),
            about: JSON.stringify(about),
            urlPath: about as string,
          });
        else core.store(storageKey);
      }
    },

    // Stored under the letters of version 0.1.0, e, i, c and m: what is found under another one is deleted.
    addQueue(name, path, onSettled) {
      core.queues[name[0] as string] = createDeliveryQueue(core, transport, path, onSettled);
    },
    // What an app tracks may not be JSON.
    enqueue: guard(
      (name, item, { urlPath, about, atMs = platform.now() } = {}) => {
        const queue = core.queues[name[0] as string];
        if (!queue || core.isMuted) return;
        core.touch(atMs);
        const { registered, identified, activeAt, ...state } = core.state;
        const draft: ItemDraft = {
          wire: item,
          about: urlPath ?? about ?? { ...state, device: { ...state.device, ...facts }, app, sdk },
        };
        core.prepare?.(draft, name);
        if (!draft.wire) return;
        const queued = {
          storageKey: `q.${core.owner}.${name[0]}.${itemCount++}`,
          atMs: atMs + core.skewMs,
          json: JSON.stringify({ event_id: newId(), ...draft.wire }).slice(1),
          about: JSON.stringify(draft.about),
          urlPath,
        };
        core.store(queued.storageKey, `[${queued.atMs},{${queued.json},${queued.about}]`);
        queue.add(queued);
      },
      () => core.drops++,
    ),
    eachQueue: (task) => Promise.all(Object.values(core.queues).map(task)),

    applyConfig: guard((snapshot, isNews) => {
      let config = snapshot as ConfigSnapshot;
      for (const { readConfig } of plugins) if (readConfig) config = readConfig(config, isNews) as ConfigSnapshot;
      const { flags } = Object(config);
      if (Object(flags) !== flags || (!isServer && Array.isArray(flags))) return;
      core.config = config;
      if (isNews) core.store('config', JSON.stringify(config));
      core.eachPlugin((plugin) => plugin.onConfig?.(snapshot, isNews));
    }),
    refresh: guard((): Promise<void> => {
      const ask = async (): Promise<void> => {
        if (core.isStopped) return;
        cancelRefresh?.();
        const { result, data, delayMs } = await transport(configPath, attempt, undefined, core.config.etag);
        // Somebody has asked again, perhaps for another identity: that answer counts.
        if (mine !== refreshing) return refreshing;
        // What the page was rendered with is its user's. Until the server knows whose the device is, it answers for another.
        if (!bootstrap || !core.queues.i?.items.size) core.applyConfig(data, true);
        attempt = result === 'retry' ? attempt + 1 : 0;
        const nextMs = attempt ? delayMs : refreshMs * (0.5 + platform.random());
        if (nextMs) cancelRefresh = platform.later(nextMs, core.refresh);
      };
      const mine = ask();
      refreshing = mine;
      return mine;
    }),

    start(hook) {
      if (!isServer)
        sendIdentity('registered', 'register', {
          ...facts,
          device_id: core.state.device.id,
          anonymous_id: core.state.user.anonymous_id,
          device_model: facts.model,
          app_version: app?.version,
          build_number: app?.build,
        });
      core.touch();
      core.eachPlugin(hook);
      return core.refresh();
    },
    touch(atMs = platform.now()) {
      if (isServer) return;
      const { state } = core;
      // Its own first event finds it begun, however short sessions are.
      const isOver = atMs !== state.activeAt && !(atMs < (state.activeAt as number) + sessionIdleMs);
      state.activeAt = atMs;
      if (isOver) {
        Object.assign(state, { session: { id: newId() }, flags: {}, experiments: {} });
        core.enqueue('events', { event: '$session_start' satisfies SystemEvent }, { atMs });
      }
      core.store('state', JSON.stringify(state));
    },
    log(message) {
      core.lastMessage = message;
      platform.log(message);
    },
  } as Partial<OwnCore> as OwnCore;
  const transport = createTransport(core);
  core.addQueue('events', '/v1/ingest');
  core.addQueue('identity', undefined, (data) => {
    // A device that the server does not know is registered anew by the next start.
    if (!data) {
      core.state.registered = core.state.identified = undefined;
      core.touch();
    }
    core.refresh();
  });

  const addMethods = (methods: object | undefined): void => {
    for (const name in methods)
      (core.client as unknown as Methods)[name] = guard((methods as Methods)[name] as Methods[string]);
  };
  addMethods({
    ...createFlags(core),
    track: (event, properties) => core.enqueue('events', { event, properties }),
    identify(userId, attributes) {
      if (!userId.trim()) return;
      core.state.user.id = userId;
      sendIdentity('identified', `${core.state.device.id}/identify`, { user_id: userId, attributes });
    },
    reset() {
      core.state = freshState();
      core.applyConfig({ flags: {} }, true);
      core.start((plugin) => plugin.onReset?.());
    },
    flush,
    async close() {
      await flush();
      core.isStopped = core.isMuted = true;
      core.eachPlugin((plugin) => plugin.onClose?.());
    },
  } satisfies Partial<LamppostCore>);

  core.state = core.load('state') as DeviceState;
  if (!core.state?.user?.anonymous_id || !core.state.device?.id) core.state = freshState();
  // One that fails takes no other with it.
  plugins = settings.plugins.map((create) => (create && guard(create)(core)) || {});
  for (const plugin of plugins) addMethods(plugin.methods);
  core.applyConfig(core.load('config'));
  core.applyConfig(bootstrap);
  guard(() => (plugins.find((plugin) => plugin.recover) ?? core).recover?.(''))();
  core.client.ready = new Promise((resolve) => {
    guard(core.start)((plugin) => plugin.onLaunch?.())?.then(resolve);
    platform.later(MAX_READY_MS, resolve);
  });
  return core;
}
