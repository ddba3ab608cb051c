export interface SqlExample {
  readonly title: string;
  readonly sql: string;
}

/** To begin with. A test of the page runs each of them. */
export const sqlExamples: readonly SqlExample[] = [
  {
    title: 'Events per day',
    sql: `-- Events per day
SELECT date_trunc('day', timestamp) AS day, count(*) AS events
FROM events
WHERE timestamp > now() - INTERVAL 30 DAY
GROUP BY ALL
ORDER BY day`,
  },
  {
    title: 'Most active people',
    sql: `-- Most active people
SELECT person_id, kind, event_count, last_seen
FROM people
ORDER BY event_count DESC
LIMIT 100`,
  },
  {
    title: 'Crashes after flag changes',
    sql: `-- Crashes in the hour after each flag change
SELECT c.created_at, c.entity_key, count(x.id) AS crashes
FROM changes c
LEFT JOIN crashes x ON x.timestamp BETWEEN c.created_at AND c.created_at + INTERVAL 1 HOUR
WHERE c.entity_type IN ('flag', 'targeting')
GROUP BY ALL
ORDER BY 1 DESC`,
  },
];
