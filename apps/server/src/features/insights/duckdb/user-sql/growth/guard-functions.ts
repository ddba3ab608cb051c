import type { DuckDBInstance, DuckDBScalarFunction } from '@duckdb/node-api';
import { duckdb } from '../../../../../engines/duckdb/duckdb.ts';
import { MemoryWatch } from '../memory-watch.ts';

/** What a value of these takes at most. */
const BYTES_OF_FIXED = 16;
/** The longest of them as text: an interval. */
const BYTES_OF_FIXED_AS_TEXT = 64;
/** Lists with more members are measured by way of JSON. */
export const MAX_MEMBERS_MEASURED = 4_096;
const fixedTypes = [
  ...['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT'],
  ...['UHUGEINT', 'FLOAT', 'DOUBLE', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'INTERVAL', 'UUID'],
];

/** DuckDB counts the memory of JSON, so this cannot go wrong itself. A member of a list takes two characters at least. */
const otherwise = '4 * strlen(to_json(x))';

/** Of a list of texts that is not long, so that the list of their lengths is not long either. */
const ofTexts = `CASE WHEN len(x) > ${MAX_MEMBERS_MEASURED} THEN ${otherwise}
  ELSE ${BYTES_OF_FIXED} * len(x) + coalesce(list_sum(list_transform(x, lambda e: strlen(e))), 0) END`;

/** By type, as far as it is known where a function is called: of columns it is. */
const macros: readonly string[] = [
  `CREATE OR REPLACE MACRO memory.main."lamppost size"(x VARCHAR) AS strlen(x),
    (x VARCHAR[]) AS ${ofTexts}, (x BLOB) AS octet_length(x), (x BIT) AS octet_length(x),
    ${fixedTypes.map((type) => `(x ${type}) AS ${BYTES_OF_FIXED}, (x ${type}[]) AS ${BYTES_OF_FIXED} * len(x)`).join(', ')},
    (x) AS ${otherwise}`,
  `CREATE OR REPLACE MACRO memory.main."lamppost text"(x VARCHAR) AS strlen(x),
    (x BLOB) AS 4 * octet_length(x), (x BIT) AS 8 * octet_length(x),
    ${fixedTypes.map((type) => `(x ${type}) AS ${BYTES_OF_FIXED_AS_TEXT}, (x ${type}[]) AS ${BYTES_OF_FIXED_AS_TEXT} * len(x)`).join(', ')},
    (x) AS ${otherwise}`,
];

const together = (bytes: number, ofRow: number): number => bytes + ofRow;

/**
 * Throws when there is no room for what all rows of a vector would take together, or the largest of them where they are
 * worked on one after another, in a message that nobody sees. Where the bound is the same for all rows it must be
 * volatile: it would be called once, before anything is run.
 */
const room = (name: string, isVolatile: boolean, combine = together): DuckDBScalarFunction =>
  duckdb.DuckDBScalarFunction.create({
    name,
    volatile: isVolatile,
    parameterTypes: [duckdb.DOUBLE, duckdb.DOUBLE],
    returnType: duckdb.BOOLEAN,
    mainFunction: (info, input, output) => {
      const rows = input.rowCount;
      const [ids, sizes] = [input.getColumnVector(0), input.getColumnVector(1)];
      let bytes = 0;
      for (let row = 0; row < rows; row++) bytes = combine(bytes, Number(sizes.getItem(row) ?? 0));
      if (MemoryWatch.of(Number(ids.getItem(0)))?.hasRoom(bytes) !== true) return info.setError('no room');
      for (let row = 0; row < rows; row++) output.setItem(row, true);
      output.flush();
    },
  });

/** Whether a row of the answer is shown. Volatile: it counts, so it must be asked once for each row. */
const shown = (): DuckDBScalarFunction =>
  duckdb.DuckDBScalarFunction.create({
    name: 'lamppost shown',
    parameterTypes: [duckdb.DOUBLE, duckdb.DOUBLE],
    returnType: duckdb.BOOLEAN,
    volatile: true,
    mainFunction: (_, input, output) => {
      const [ids, sizes] = [input.getColumnVector(0), input.getColumnVector(1)];
      const watch = MemoryWatch.of(Number(ids.getItem(0)));
      for (let row = 0; row < input.rowCount; row++) {
        output.setItem(row, watch?.isShown(Number(sizes.getItem(row) ?? 0)) ?? false);
      }
      output.flush();
    },
  });

const installed = new WeakMap<DuckDBInstance, Promise<void>>();

/** The functions through which expressions of users ask for memory; once for every database. */
export function installGuardFunctions(instance: DuckDBInstance): Promise<void> {
  const earlier = installed.get(instance);
  if (earlier !== undefined) return earlier;
  const installing = install(instance);
  installed.set(instance, installing);
  installing.catch(() => installed.delete(instance));
  return installing;
}

async function install(instance: DuckDBInstance): Promise<void> {
  const connection = await instance.connect();
  try {
    const rooms = [
      room('lamppost room', false),
      room('lamppost same room', true),
      room('lamppost room in turn', false, Math.max),
    ];
    for (const guard of [...rooms, shown()]) connection.registerScalarFunction(guard);
    for (const macro of macros) await connection.run(macro);
  } finally {
    connection.closeSync();
  }
}
