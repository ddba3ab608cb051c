import Type from 'typebox';
import { InsightQuery } from './insights/queries.ts';
import { InsightRange } from './insights/ranges.ts';

export const ExportBody = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  table: Type.Optional(
    Type.Enum(['events', 'crashes', 'metrics', 'people', 'sessions', 'devices', 'changes'], {
      description: 'A whole table; either this or `query`',
    }),
  ),
  range: Type.Optional(InsightRange),
  query: Type.Optional(InsightQuery),
  format: Type.Enum(['parquet', 'ndjson', 'csv']),
});
