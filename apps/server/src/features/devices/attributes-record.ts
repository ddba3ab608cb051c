import type { Attributes } from './device-store.ts';

/** The body of a `user` record: all attributes of a user from a moment on. */
export const attributesRecord = (userId: string, attributes: Attributes, setAtMs: number): object => ({
  user_id: userId,
  set_at: setAtMs,
  attributes: Object.keys(attributes).length === 0 ? null : attributes,
});
