import type { Assignment, ConfigSnapshot } from './config-snapshot.ts';
import type { Core } from './core.ts';
import type { LamppostCore, Properties } from './lamppost.ts';

/** Tells that the session was given a value, unless it was told already. */
export type Expose = (kind: 'flags' | 'experiments', key: string, value: unknown, properties: Properties) => void;

/** Reading flags and experiments. What a session is given is told once, and again when it changes. */
export function createFlags(core: Core, expose: Expose): Pick<LamppostCore, 'flag' | 'flags' | 'experiment'> {
  core.apply = (snapshot, isNews) => {
    const { flags, experiments } = (snapshot ?? {}) as Partial<ConfigSnapshot>;
    if (!flags || typeof flags !== 'object' || Array.isArray(flags)) return;
    core.config = { ...(snapshot as ConfigSnapshot), experiments: experiments ?? {} };
    if (isNews) core.store('config', JSON.stringify(core.config));
    core.onApply?.();
  };

  return {
    flags: () => core.config.flags,
    flag<T>(key: string, fallback: T): T {
      const value = core.config.flags[key];
      if (typeof value !== typeof fallback || value === null) return fallback;
      // Enough to tell values apart, and not so much that an event becomes too large.
      const shown = typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : value;
      expose('flags', key, shown, { flag_key: key, value: shown });
      return value as T;
    },
    experiment(key) {
      const { payload, variant_key, ...assignment } = (core.config.experiments[key] ?? {}) as Partial<Assignment>;
      if (!variant_key) return null;
      expose('experiments', key, variant_key, { ...assignment, experiment_key: key, variant_key });
      return { variant: variant_key, payload: payload ?? {} };
    },
  };
}
