import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

/** Which values does a field of events have? From is inclusive, to exclusive. */
export interface FieldValuesParams {
  readonly scope: Scope;
  readonly field: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Only of events of this name. */
  readonly event?: string;
  /** Part of the value, without regard to case. */
  readonly search?: string;
  readonly limit: number;
}

export interface FieldValuesResult {
  /** The most frequent first, then by value. Of lists each element counts. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly hasMore: boolean;
}

export const fieldValuesQuery = defineQuery<FieldValuesParams, FieldValuesResult>('fieldValues', 'heavy');
