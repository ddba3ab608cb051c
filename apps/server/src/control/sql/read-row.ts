import type { Statement } from './statement.ts';

/** A row of the driver as the statement declares it: an object of its own, every column checked. */
export function readRow<Row>({ row: types, sql }: Statement<unknown, Row>, stored: unknown): Row {
  const row: Record<string, unknown> = {};
  let at = '';
  try {
    for (const { name, type } of types) {
      at = name;
      row[name] = type.read((stored as Record<string, unknown>)[name]);
    }
  } catch (error) {
    throw new Error(`The column ${at} cannot be read: ${error instanceof Error ? error.message : error}\n${sql}`);
  }
  return row as Row;
}
