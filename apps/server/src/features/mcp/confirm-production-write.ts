import type { SnapshotEnvironment } from '../../edge/edge-snapshot.ts';
import type { Difference } from './difference-of.ts';

export interface IntendedWrite {
  readonly summary: string;
  /** Every environment in which something would be served differently. */
  readonly environments: readonly Pick<SnapshotEnvironment, 'slug'>[];
  readonly difference: readonly Difference[];
  /** The page on which a person makes the change. */
  readonly page: string;
}

export interface WaitsForPerson {
  readonly status: 'needs_a_person';
  readonly summary: string;
  readonly difference: readonly Difference[];
  readonly page: string;
  readonly next: string;
}

/**
 * What an assistant may not do by itself: an assistant can repeat its own confirmation, so a change of production is
 * confirmed by a person elsewhere. Undefined when production is not touched.
 */
export function confirmProductionWrite({
  summary,
  environments,
  difference,
  page,
}: IntendedWrite): WaitsForPerson | undefined {
  if (!environments.some(({ slug }) => slug === 'production')) return undefined;
  return {
    status: 'needs_a_person',
    summary,
    difference,
    page,
    next: `Nothing was changed. This changes production, so a person has to do it in the dashboard: ${page}. Show the user the difference and this address.`,
  };
}
