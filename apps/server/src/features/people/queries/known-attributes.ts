import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Of which of these users does the store know attributes, or that they have none any more? */
export interface KnownAttributesParams {
  readonly scope: Scope;
  readonly userIds: readonly string[];
}

export interface KnownAttributesResult {
  readonly userIds: readonly string[];
}

export const knownAttributesQuery = defineQuery<KnownAttributesParams, KnownAttributesResult>(
  'knownAttributes',
  'light',
);
