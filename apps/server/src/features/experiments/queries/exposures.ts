import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { ExperimentUnit } from '../experiment-store.ts';

/** Who has seen which variant? From is inclusive, to exclusive. Exposures that name no variant or nobody do not count. */
export interface ExposuresParams {
  readonly scope: Scope;
  readonly experimentKey: string;
  readonly unit: ExperimentUnit;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ExposuresResult {
  /** By key, whether or not the experiment has it; the most frequent first, at most MAX_EXPOSED_VARIANTS. */
  readonly variants: readonly { readonly variantKey: string; readonly units: number }[];
  /** Units that saw more than one variant: they say nothing about any of them and are in none of the counts. */
  readonly mixedUnits: number;
}

/** An experiment has ten at most; apps may send others. */
export const MAX_EXPOSED_VARIANTS = 110;

/** Of rows `(variant, units)`, the most frequent first; without a variant they are units of several. */
export function exposuresResult(rows: readonly (readonly unknown[])[]): ExposuresResult {
  const mixed = rows.find(([variant]) => variant === null);
  return {
    variants: rows
      .filter(([variant]) => variant !== null)
      .slice(0, MAX_EXPOSED_VARIANTS)
      .map(([variant, units]) => ({ variantKey: String(variant), units: Number(units) })),
    mixedUnits: Number(mixed?.[1] ?? 0),
  };
}

export const exposuresQuery = defineQuery<ExposuresParams, ExposuresResult>('exposures', 'heavy');
