import type { CreatePlugin } from '../core.ts';
import type { FlagInspection } from '../flag-inspection.ts';
import type { Inspection, LamppostCore } from '../lamppost.ts';
import { textOf } from '../text-of.ts';

type Methods = Inspection & Pick<LamppostCore, 'flag' | 'flags' | 'experiment'>;

/** Looking at a client from outside, and overriding flags; none of it sends an exposure. */
export const inspectClient: CreatePlugin<Methods> = (core) => {
  const { flag, flags, experiment } = core.client;
  const overrides = new Map<string, unknown>();
  let from: FlagInspection['source'] = 'none';
  let delivered = 0;
  let rejected = 0;

  const inspect = (key: string): FlagInspection => {
    const { config } = core;
    const isOverridden = overrides.has(key);
    const value = isOverridden ? overrides.get(key) : config.flags[key];
    const {
      variant_key = null,
      variant = variant_key,
      payload = {},
    } = Object(isOverridden ? value : config.experiments?.[key]);
    return {
      configVersion: config.config_version ?? null,
      variant,
      value,
      payload,
      source: isOverridden ? 'override' : value === undefined && !variant ? 'none' : from,
    };
  };

  const methods: Methods = {
    inspect: core.guard(inspect, () => inspect('')),
    flags: () => ({ ...flags(), ...Object.fromEntries(overrides) }),
    flag<T>(key: string, fallback: T): T {
      if (!overrides.has(key)) return flag(key, fallback as object) as T;
      const { value } = inspect(key);
      return typeof value === typeof fallback ? (value as T) : fallback;
    },
    experiment(key) {
      if (!overrides.has(key)) return experiment(key) ?? null;
      const { variant, payload } = inspect(key);
      return variant === null ? null : { variant, payload };
    },
    override(key, value) {
      if (value === undefined) overrides.delete(key);
      else overrides.set(`${key}`, value);
      core.eachPlugin((plugin) => plugin.onOverride?.());
    },
    status() {
      const { state, config, isMuted, lastMessage } = core;
      let queued = 0;
      core.eachQueue(({ items }) => {
        queued += items.size;
      });
      return {
        sending: core.isStopped ? (isMuted ? 'closed' : 'stopped') : isMuted ? 'opted-out' : 'on',
        queued,
        delivered,
        dropped: core.drops,
        rejected,
        deviceId: state.device.id,
        anonymousId: state.user.anonymous_id,
        userId: state.user.id ?? null,
        sessionId: state.session?.id ?? null,
        configVersion: config.config_version ?? null,
        configSource: from,
        clockErrorMs: core.skewMs,
        lastError: lastMessage ? textOf(lastMessage) : null,
      };
    },
  };

  return {
    methods,
    onResponse({ data }) {
      const { accepted, rejected: refused } = Object(data);
      if (typeof accepted === 'number') delivered += accepted;
      if (Array.isArray(refused)) {
        rejected += refused.length;
        for (const { event, reason } of refused.slice(0, 3)) core.log(`rejected ${event}: ${reason}`);
      }
    },
    onConfig(snapshot, isNews) {
      from = isNews ? 'server' : snapshot === core.options.bootstrap ? 'bootstrap' : 'cache';
    },
  };
};
