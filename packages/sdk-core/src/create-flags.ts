import type { SystemEvent } from '@lamppost/protocol';
import type { Assignment, ConfigSnapshot } from './config-snapshot.ts';
import type { Core } from './core.ts';
import { experimentExposure } from './experiment-exposure.ts';
import type { LamppostCore } from './lamppost.ts';

interface ExposureEvent {
  readonly event: SystemEvent;
  readonly properties: object;
}

/** Notes what the session was given, and sends an event of it, unless that was done already. */
export type Expose = (kind: 'flags' | 'experiments', key: string, value: unknown, event: ExposureEvent | false) => void;

/** Reading flags and experiments. What a session is given is told once, and again when it changes. */
export function createFlags(core: Core, expose: Expose): Pick<LamppostCore, 'flag' | 'flags' | 'experiment'> {
  core.apply = (snapshot, isNews) => {
    const { flags } = (snapshot ?? {}) as Partial<ConfigSnapshot>;
    if (Object(flags) !== flags || Array.isArray(flags)) return;
    core.config = snapshot as ConfigSnapshot;
    if (isNews) core.store('config', JSON.stringify(snapshot));
    core.onApply?.();
  };

  return {
    flags: () => core.config.flags,
    flag<T>(key: string, fallback: T): T {
      const value = core.config.flags[key];
      if (typeof value !== typeof fallback || value === null) return fallback;
      // Enough to tell values apart, and not so much that an event becomes too large.
      const shown = typeof value === 'object' ? JSON.stringify(value).slice(0, 200) : value;
      expose('flags', key, shown, { event: '$flag_exposure', properties: { flag_key: key, value: shown } });
      return value as T;
    },
    experiment(key) {
      const assignment = (core.config.experiments?.[key] ?? {}) as Assignment;
      const { variant_key, payload = {} } = assignment;
      if (!variant_key) return null;
      expose('experiments', key, variant_key, experimentExposure(key, assignment));
      return { variant: variant_key, payload };
    },
  };
}
