import { defineQuery } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';

const exportFormats = ['parquet', 'ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const exportTables = ['events', 'crashes', 'metrics', 'people', 'sessions', 'devices', 'changes'] as const;
export type ExportTable = (typeof exportTables)[number];

/** What a range of an export is about. */
export const exportTimeColumns: Readonly<Record<ExportTable, string>> = {
  events: 'timestamp',
  crashes: 'timestamp',
  metrics: 'timestamp',
  people: 'last_seen',
  sessions: 'started_at',
  devices: 'last_seen',
  changes: 'created_at',
};

/** A column of rows that were made elsewhere. */
export interface ExportColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'timestamp';
}

export type ExportSource =
  /** From is inclusive, to exclusive; both are about the time of a row. */
  | { readonly kind: 'table'; readonly table: ExportTable; readonly fromMs?: number; readonly toMs?: number }
  | { readonly kind: 'sql'; readonly sql: string }
  /** Rows as a JSON array of arrays; times are milliseconds since 1970. */
  | { readonly kind: 'rows'; readonly columns: readonly ExportColumn[]; readonly rowsJson: string };

/** Rows written to a file. Who asks owns the file: a path where there is none, and to be removed. */
export interface ExportFileParams {
  readonly scope: Scope;
  readonly source: ExportSource;
  readonly format: ExportFormat;
  readonly path: string;
  /** See UserSqlQuestion. */
  readonly changesJson: string;
}

export interface ExportFileResult {
  readonly rows: number;
}

export const exportFileQuery = defineQuery<ExportFileParams, ExportFileResult>('exportFile', 'export');
