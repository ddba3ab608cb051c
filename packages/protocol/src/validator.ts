export interface SchemaFault {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A generated check. `errors` holds the faults of the last call. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: readonly SchemaFault[] | null;
}
