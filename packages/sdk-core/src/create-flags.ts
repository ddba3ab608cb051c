import type { SystemEvent } from '@lamppost/protocol';
import type { Assignment } from './config-snapshot.ts';
import type { Core } from './core.ts';
import { experimentExposure } from './experiment-exposure.ts';
import { expose } from './expose.ts';
import type { LamppostCore } from './lamppost.ts';

/** Reading flags and experiments. What a session is given is sent once, and again when it changes. */
export function createFlags(core: Core): Pick<LamppostCore, 'flag' | 'flags' | 'experiment'> {
  return {
    flags: () => core.config.flags,
    flag<T>(key: string, fallback: T): T {
      const value = core.config.flags[key];
      if (typeof value !== typeof fallback || value === null) return fallback;
      // Enough to tell values apart, and not so much that an event becomes too large.
      const shown = typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : value;
      expose(core, core.state, 'flags', key, shown, {
        event: '$flag_exposure' satisfies SystemEvent,
        properties: { flag_key: key, value: shown },
      });
      return value as T;
    },
    experiment(key) {
      const assignment = Object(core.config.experiments?.[key]) as Assignment;
      const { variant_key, payload = {} } = assignment;
      if (!variant_key) return null;
      expose(core, core.state, 'experiments', key, variant_key, experimentExposure(key, assignment));
      return { variant: variant_key, payload };
    },
  };
}
