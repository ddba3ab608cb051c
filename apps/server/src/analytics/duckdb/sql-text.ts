const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A text as SQL. A statement ends where it has a NUL, so that one is spelled out. */
export const quoted = (text: string): string =>
  text.includes('\0') ? `(${text.split('\0').map(literal).join(' || chr(0) || ')})` : literal(text);

/** A moment as SQL, of the type of the store's times. */
export const timeLiteral = (ms: number): string => `make_timestamp_ms(${Math.trunc(ms)}::BIGINT)::TIMESTAMP_MS`;

/** Whether a time lies in a range, which ends before `toMs`. */
export const timeBetween = (column: string, fromMs: number, toMs: number): string =>
  `${column} >= ${timeLiteral(fromMs)} AND ${column} < ${timeLiteral(toMs)}`;

const columnName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The type of a STRUCT with VARCHAR members, as json_transform wants it. */
export const textMembers = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'VARCHAR']));

/** Members of a STRUCT as columns of the same names. */
export const memberColumns = (struct: string, names: readonly string[]): string =>
  names.map((name) => `${struct}.${columnName(name)} AS ${columnName(name)}`).join(', ');
