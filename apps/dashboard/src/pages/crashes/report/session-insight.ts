/** The address of Explore with the events of a session, as SQL: the id is quoted, whatever is in it. */
export function sessionInsight(sessionId: string): Readonly<Record<string, unknown>> {
  const quoted = `'${sessionId.replaceAll("'", "''")}'`;
  const sql = `SELECT timestamp, event_name, properties\nFROM events\nWHERE session_id = ${quoted}\nORDER BY timestamp`;
  return { tab: 'sql', q: { sql } };
}
