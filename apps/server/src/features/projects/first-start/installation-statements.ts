import { integer, text } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';

export const INSERT_OPERATOR_TOKEN = statement({
  sql: 'INSERT INTO operator_tokens (hash, created_at) VALUES (:hash, :atMs) ON CONFLICT DO NOTHING',
  params: { hash: text, atMs: integer },
});
