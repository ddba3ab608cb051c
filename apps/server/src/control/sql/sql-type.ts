import { readId, storeId } from '../../engines/sqlite/stored-text.ts';

type SqlValue = string | number | null;

/** How a value is stored in a column, and how it is read back. A column that holds anything else is an error. */
export interface SqlType<Value> {
  /** The type that PostgreSQL is told for a parameter. */
  readonly postgres: string;
  store(value: Value): SqlValue;
  read(stored: unknown): Value;
}

export type SqlTypes = Readonly<Record<string, SqlType<unknown>>>;
export type ValuesOf<Types extends SqlTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends SqlType<infer Value> ? Value : never;
};

class UnexpectedValue extends Error {
  constructor(stored: unknown, wanted: string) {
    super(`${stored === null ? 'null' : typeof stored} is stored where ${wanted} is expected`);
  }
}

const asIs = <Value>(value: Value): Value => value;

/** Text that the code has made or checked: keys, hashes, words of a closed list, cursors. */
export function textOf<Value extends string>(): SqlType<Value> {
  return {
    postgres: 'text',
    store: asIs,
    read: (stored) => {
      if (typeof stored !== 'string') throw new UnexpectedValue(stored, 'text');
      return stored as Value;
    },
  };
}

export const text: SqlType<string> = textOf();

/** Ids that people or SDKs choose: any string comes back as it was. */
export const chosenId: SqlType<string> = { ...text, store: storeId, read: (stored) => readId(text.read(stored)) };

/** Our own ids: stored in small letters, whatever the case they are asked for in. */
export const uuid: SqlType<string> = { ...text, store: (value) => value.toLowerCase() };
export const UUID_LENGTH = 36;

/** Counts and times. PostgreSQL sends 64-bit integers as text. */
export const integer: SqlType<number> = {
  postgres: 'bigint',
  store: asIs,
  read: (stored) => {
    const value = typeof stored === 'string' ? Number(stored) : stored;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnexpectedValue(stored, 'an integer');
    return value;
  },
};

export const real: SqlType<number> = {
  postgres: 'double precision',
  store: asIs,
  read: (stored) => {
    if (typeof stored !== 'number') throw new UnexpectedValue(stored, 'a number');
    return stored;
  },
};

/** 0 or 1 in both engines. */
export const boolean: SqlType<boolean> = {
  postgres: 'bigint',
  store: (value) => (value ? 1 : 0),
  read: (stored) => integer.read(stored) !== 0,
};

/** Stored as text in both engines, so that it comes back to the last digit and key. */
export function json<Value>(): SqlType<Value> {
  return { postgres: 'text', store: (value) => JSON.stringify(value), read: (stored) => JSON.parse(text.read(stored)) };
}

export function nullable<Value>(type: SqlType<Value>): SqlType<Value | null> {
  return {
    postgres: type.postgres,
    store: (value) => (value === null ? null : type.store(value)),
    read: (stored) => (stored === null ? null : type.read(stored)),
  };
}

/** Only as a parameter behind IN: `id IN :ids`. */
export function listOf<Value>(type: SqlType<Value>): SqlType<readonly Value[]> {
  return {
    postgres: `${type.postgres}[]`,
    store: (values) => JSON.stringify(values.map((value) => type.store(value))),
    read: () => {
      throw new Error('A list is not read from a column.');
    },
  };
}
