import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Makes the column sortable. Nothing (null, undefined) always comes last. */
  readonly sortValue?: ((row: Row) => string | number | boolean | null | undefined) | undefined;
  /** Numbers end at the same edge. */
  readonly align?: 'start' | 'end' | undefined;
  /** A grid track: `120px`, `minmax(200px, 2fr)`. */
  readonly width?: string | undefined;
  readonly hint?: string | undefined;
  /** As a card: `title` is its heading, `hidden` is left out. */
  readonly onCard?: 'title' | 'line' | 'hidden' | undefined;
}
