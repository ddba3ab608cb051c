import type { ExportColumn } from './queries/export-file.ts';

/** An insight as a table. */
export interface FlatInsight {
  readonly columns: readonly ExportColumn[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export const flatColumns = (types: Readonly<Record<string, ExportColumn['type']>>): readonly ExportColumn[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));
