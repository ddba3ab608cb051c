import type { Holdout } from './holdout-store.ts';

/** The holdout of a project in the change log. */
export type HoldoutState = {
  readonly id: string;
  readonly percentage: number;
  readonly began_at: string | null;
  readonly updated_at: string;
};

export const holdoutState = ({ id, percentage, beganAtMs, updatedAtMs }: Holdout): HoldoutState => ({
  id,
  percentage,
  began_at: beganAtMs === null ? null : new Date(beganAtMs).toISOString(),
  updated_at: new Date(updatedAtMs).toISOString(),
});
