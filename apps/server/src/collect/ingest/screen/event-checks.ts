export interface SchemaFault {
  /** Dotted path from the event, such as `properties.amount`. */
  readonly field: string;
  readonly message: string;
}

/** What the events of one name are held to. */
export interface EventCheck {
  readonly mode: 'warn' | 'quarantine';
  /** The first few; empty for properties that fit. */
  faultsOf(properties: unknown): readonly SchemaFault[];
}

/** Schemas of a project by event name; undefined for the many projects that have none to check. */
export interface EventChecks {
  of(projectId: string): ReadonlyMap<string, EventCheck> | undefined;
}
