import type { CreatePlugin } from '../core.ts';
import type { Observation } from '../lamppost.ts';

/** Calls listeners when flags or experiments are not what they were. */
export const observeChanges: CreatePlugin<Observation> = (core) => {
  const listeners = new Set<() => void>();
  let known = '';
  const call = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    methods: {
      onChange(listener) {
        const guarded = core.guard(listener);
        listeners.add(guarded);
        return () => listeners.delete(guarded);
      },
    },
    onOverride: call,
    onConfig() {
      const { flags, experiments } = core.config;
      // The revision moves with every configuration, whether anything changed for this client or not.
      const text = JSON.stringify([flags, experiments], (key, value) => (key === 'assignment_revision' ? 0 : value));
      if (text !== known) call();
      known = text;
    },
  };
};
