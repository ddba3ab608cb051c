import type { ColumnChunk } from '../../../../analytics/column-chunk.ts';
import type { ComparedColumn } from './compared-columns.ts';

/** What an engine has gathered for a funnel with options. */
export interface FunnelSource {
  /**
   * Person by person, of each by the value that is held constant and by moment. Columns: the halves of the person's
   * key, the moment, what was done at it, and where they are asked for the value that is held constant, the place of
   * the breakdown's value, and the codes of what is compared.
   */
  rows(): AsyncIterable<ColumnChunk>;
  /** What the codes of rows mean, column by column. */
  readonly compared: readonly ComparedColumn[];
  /** Values of the breakdown by their places in the order of values. */
  valuesAt(places: readonly number[]): Promise<ReadonlyMap<number, string>>;
}
