import { integer, text } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

const plan = { name: text, requestsPerMinute: integer, eventsPerMinute: integer, eventsPerDay: integer };

export const LIST_PLANS = statement({
  sql: `SELECT name, requests_per_minute AS requestsPerMinute, events_per_minute AS eventsPerMinute,
    events_per_day AS eventsPerDay FROM plans ORDER BY position`,
  row: plan,
});
export const FIND_PLAN = statement({ sql: 'SELECT 1 FROM plans WHERE name = :name', params: { name: text } });
export const PLANS_IN_USE = statement({ sql: 'SELECT DISTINCT plan FROM projects', row: { plan: text } });
export const DELETE_PLANS = statement({ sql: 'DELETE FROM plans' });
export const INSERT_PLAN = statement({
  sql: `INSERT INTO plans (name, position, requests_per_minute, events_per_minute, events_per_day)
    VALUES (:name, :position, :requestsPerMinute, :eventsPerMinute, :eventsPerDay)`,
  params: { ...plan, position: integer },
});
