import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bootstrap,
  type CapturedError,
  captureErrors,
  correctClock,
  createCore,
  createGuard,
  filterItems,
  guardMembers,
  inspectClient,
  type Lamppost,
  measureMetrics,
  type Properties,
  reportDrops,
  sampleSpans,
  streamConfig,
} from '@lamppost/sdk-core';
import { holdRuleset, RULESET_PATH, RULESET_STREAM_PATH } from './evaluate-ruleset.ts';
import { eventContext, type Given, reportContext } from './event-context.ts';
import { ExposureDeduplicator } from './exposure-deduplicator.ts';
import { FileStorage } from './file-storage.ts';
import { flushAtExit } from './flush-at-exit.ts';
import type { NodeLamppost, NodeOptions, UserContext } from './node-lamppost.ts';
import { nodePlatform } from './node-platform.ts';
import { type ExitRequest, pendingRequests, sendAndWait } from './send-at-exit.ts';
import { UserReader } from './user-reader.ts';
import { watchErrors } from './watch-errors.ts';

/** Answered with an error of the server's own. */
const FIRST_SERVER_ERROR = 500;

/** A file may hold the answer as it came, or its `data`. */
const readBootstrap = (bootstrap: object | string | undefined): unknown => {
  const given = typeof bootstrap === 'string' ? JSON.parse(readFileSync(bootstrap, 'utf8')) : bootstrap;
  return given?.data ?? given;
};

/** Starts at once. Nothing of it throws. */
export function createLamppost(options: NodeOptions): NodeLamppost {
  const { offline = false, stream = true, exitMs = 1_000, namespace = 'lamppost' } = options;
  const environment = `${options.key}`.split('_')[2];
  const base = nodePlatform({ agent: options.agent, log: options.log });
  const guard = createGuard(base.log);
  const attempt = <T>(task: () => T): T | undefined => guard(task)();
  const rules = holdRuleset(guard);
  const { storageDir } = options;
  const storage = storageDir
    ? attempt(() => new FileStorage(join(storageDir, `${namespace}.${environment}`)))
    : undefined;
  let take: ((request: ExitRequest) => void) | undefined;
  const platform = {
    ...base,
    storage,
    request: (url: string, request: Parameters<typeof base.request>[1]) => {
      if (take === undefined) return base.request(url, request);
      take({ url, ...request });
      return new Promise<never>(() => {});
    },
    openStream: (...[url, headers, onText, onEnd]: Parameters<NonNullable<typeof base.openStream>>) => {
      const read = (text: string): void => {
        rules.onStreamText();
        onText(text);
      };
      const end = (status?: number): void => {
        rules.onStreamEnd(core);
        onEnd(status);
      };
      return attempt(() => base.openStream?.(url, headers, read, end)) ?? (() => {});
    },
  };
  const offs: (() => void)[] = [];
  const core = createCore({
    platform,
    isServer: true,
    configPath: RULESET_PATH,
    streamPath: RULESET_STREAM_PATH,
    options: {
      refreshMs: stream ? 300_000 : 30_000,
      flushMax: 10_000,
      ...options,
      bootstrap: attempt(() => readBootstrap(options.bootstrap)) as Bootstrap | undefined,
    },
    plugins: [
      (core) => {
        core.isStopped = core.isMuted = offline;
        return {
          onClose: () => {
            for (const off of offs) off();
          },
        };
      },
      rules.plugin,
      correctClock,
      inspectClient,
      reportDrops,
      captureErrors,
      measureMetrics,
      stream && streamConfig,
      options.beforeSend && filterItems(options.beforeSend),
    ],
  });
  const inner = core.client as Lamppost;
  const sample = sampleSpans(core, 'span');
  const overrides = new Map<string, unknown>();
  const sent = new ExposureDeduplicator();
  const deps = { core, rules, overrides, sent, sendsFlags: options.flagExposures === true, environment };

  const track = guard((event: string, properties?: object, user?: UserContext, given?: Given): void => {
    core.enqueue('events', { event, properties }, { about: eventContext(core, user, given) });
  });
  const captureError = guard((error: unknown, about?: CapturedError, user?: UserContext, given?: Given): void => {
    inner.captureError(error, { ...about, more: { ...reportContext(user, given), ...about?.more } });
  });
  const flush = async (): Promise<void> => {
    sample.send();
    await inner.flush();
  };

  const members: NodeLamppost = {
    ready: inner.ready,
    track: (event, properties, user) => track(event, properties, user),
    flag: <T>(key: string, fallback: T, user?: UserContext): T =>
      new UserReader(deps, user).flag(key, fallback as object) as T,
    details: (key, fallback, user) => new UserReader(deps, user).details(key, fallback),
    flags: (user) => new UserReader(deps, user).flags(),
    experiment: (key, user) => new UserReader(deps, user).experiment(key),
    experiments: (user) => new UserReader(deps, user).experiments(),
    config: (user) => new UserReader(deps, user).config(),
    forUser(user) {
      const given: Given = { flags: {}, experiments: {} };
      return Object.assign(new UserReader(deps, user, given), {
        context: user,
        track: (event: string, properties?: Properties) => track(event, properties, user, given),
        captureError: (error: unknown, about?: CapturedError) => captureError(error, about, user, given),
      });
    },
    captureError: (error, about, user) => captureError(error, about, user),
    breadcrumb: (category, message) => inner.breadcrumb(category, message),
    measure: (measurement) => inner.measure(measurement),
    noteRequest: (name, statusCode, durationMs) =>
      sample.add(name, durationMs, statusCode, statusCode >= FIRST_SERVER_ERROR),
    onChange(listener) {
      rules.listeners.add(listener);
      return () => rules.listeners.delete(listener);
    },
    onState(listener) {
      rules.stateListeners.add(listener);
      return () => rules.stateListeners.delete(listener);
    },
    override(key, value) {
      if (value === undefined) overrides.delete(key);
      else overrides.set(key, value);
      for (const listener of rules.listeners) attempt(() => listener([key]));
    },
    status() {
      const { sending, queued, delivered, dropped, rejected, deviceId, configVersion, configSource, lastError } =
        inner.status();
      return {
        sending: offline ? 'offline' : (sending as 'on' | 'stopped' | 'closed'),
        queued: queued + sample.size,
        delivered,
        dropped,
        rejected,
        instanceId: deviceId,
        configVersion,
        configSource: configSource as 'server' | 'cache' | 'bootstrap' | 'none',
        rulesetState: rules.state,
        lastError,
      };
    },
    flush,
    async close() {
      sample.send();
      await inner.close();
      attempt(() => storage?.close());
    },
  };
  const client = guardMembers(core.guard, members, {
    details: (_key: string, fallback: unknown) => ({
      value: fallback,
      reason: 'ERROR',
      isFallback: true,
      configVersion: null,
    }),
    flags: () => ({}),
    experiment: () => null,
    experiments: () => ({}),
    config: () => ({ config_version: '', flags: {}, experiments: {} }),
    onChange: () => () => {},
    onState: () => () => {},
  });

  if (!offline) {
    if (options.uncaught !== false) offs.push(watchErrors(guard, captureError));
    offs.push(
      flushAtExit(guard, {
        exitMs,
        hasSignals: options.signals !== false,
        queued: () => client.status().queued,
        flush,
        sendAndWait: () =>
          attempt(() => {
            sample.send();
            const requests = pendingRequests(core, (taking) => {
              take = taking;
            });
            sendAndWait(requests, exitMs);
          }),
      }),
    );
  }
  return client;
}
