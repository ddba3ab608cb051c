/** What happens to an event that does not fit: nothing, a warning in the answer, or it is quarantined. */
export type SchemaMode = 'allow' | 'warn' | 'quarantine';
