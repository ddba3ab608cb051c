import type { Chart } from '../pictures/chart.ts';
import type { FigureUnit } from './format-figure.ts';

/** A number beside that of the period before. */
export interface Figure {
  readonly label: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly unit: FigureUnit;
  /** More is worse: crashes, durations. */
  readonly isMoreBad?: boolean;
}

export interface BlockTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What a digest says of a widget. */
export interface BlockContent {
  readonly figures: readonly Figure[];
  readonly table?: BlockTable;
  /** A sentence below the numbers. */
  readonly note?: string;
  readonly chart?: Chart;
}

export interface Block extends BlockContent {
  readonly widgetId: string;
  readonly name: string;
  /** In place of everything else. */
  readonly error?: string;
}

export const MAX_ROWS = 10;
const MAX_TEXT = 60;

export const cutText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return [...line].length <= MAX_TEXT ? line : `${[...line].slice(0, MAX_TEXT - 1).join('')}…`;
};
