import Type from 'typebox';
import { InsightQuery, InsightRange } from './insights.ts';

export const ExportBody = Type.Object({
  environment_id: Type.Optional(Type.String({ description: "Id or slug; the key's own when absent" })),
  table: Type.Optional(
    Type.Enum(['events', 'crashes', 'metrics', 'people', 'devices', 'changes'], {
      description: 'A whole table; either this or `query`',
    }),
  ),
  range: Type.Optional(InsightRange),
  query: Type.Optional(InsightQuery),
  format: Type.Enum(['parquet', 'ndjson', 'csv']),
});
