import { nullable, text } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';

export const UNNOTED_FLAGS = statement({
  sql: `SELECT f.id, f.project_id AS projectId, f.key, f.expires_on AS expiresOn, p.timezone FROM flags f
    JOIN projects p ON p.id = f.project_id WHERE f.expires_on < :today AND f.status <> 'archived'
    AND f.expires_on IS DISTINCT FROM f.expiry_noted ORDER BY f.id LIMIT 100`,
  params: { today: text },
  row: { id: text, projectId: text, key: text, expiresOn: text, timezone: text },
});
export const FIND_NOTED = statement({
  sql: 'SELECT expiry_noted AS noted FROM flags WHERE id = :id',
  params: { id: text },
  row: { noted: nullable(text) },
});
export const NOTE_EXPIRY = statement({
  sql: 'UPDATE flags SET expiry_noted = :expiresOn WHERE id = :id',
  params: { id: text, expiresOn: text },
});
