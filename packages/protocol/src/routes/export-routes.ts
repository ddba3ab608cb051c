import type { Route } from './route.ts';

/** Data as files. */
export const exportRoutes = {
  createExport: {
    method: 'POST',
    path: '/v1/exports',
    access: ['secret'],
    member: 'viewer',
    summary: 'A table, or the result of a query, as a Parquet, NDJSON or CSV file',
    body: 'ExportBody',
    success: { 200: null },
    failures: [404],
  },
} as const satisfies Record<string, Route>;
