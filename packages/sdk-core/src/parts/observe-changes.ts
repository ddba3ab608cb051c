import type { Part } from '../core.ts';
import type { Observation } from '../lamppost.ts';

/** Calls listeners when flags or experiments are not what they were. */
export const observeChanges: Part<Observation> = (core) => {
  const listeners = new Set<() => void>();
  let known = '';
  core.onApply = (isOverride) => {
    const { flags, experiments } = core.config;
    // The revision moves with every configuration, whether anything changed for this client or not.
    const text = JSON.stringify([flags, experiments], (key, value) => (key === 'assignment_revision' ? 0 : value));
    if (text === known && !isOverride) return;
    known = text;
    for (const listener of listeners) listener();
  };
  return {
    onChange(listener) {
      const call = core.guard(listener);
      listeners.add(call);
      return () => listeners.delete(call);
    },
  };
};
