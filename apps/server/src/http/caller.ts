import type { KnownKey } from '../snapshot/edge-state.ts';

/** Who sent a request. */
export type Caller =
  | { readonly kind: 'key'; readonly key: KnownKey }
  | { readonly kind: 'operator' }
  | { readonly kind: 'nobody' };
