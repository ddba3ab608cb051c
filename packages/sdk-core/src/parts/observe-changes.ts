import type { Part } from '../core.ts';
import type { Observation } from '../lamppost.ts';

/** Members that move with every configuration, whether anything changed for this client or not. */
const marks = ['assignment_revision', 'config_version', 'etag'];

/** Calls listeners when flags or experiments are not what they were. */
export const observeChanges: Part<Observation> = (core) => {
  const listeners = new Set<() => void>();
  let known = '';
  core.onApply = (isOverride) => {
    const text = JSON.stringify(core.config, (key, value) => (marks.includes(key) ? undefined : value));
    if (text === known && !isOverride) return;
    known = text;
    for (const listener of listeners)
      try {
        listener();
      } catch (error) {
        core.note(`onChange: ${error}`);
      }
  };
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
