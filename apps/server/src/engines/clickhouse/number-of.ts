import type { Cell } from './clickhouse-client.ts';

const denormals: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity };

/** A number of a row; what JSON has no number for comes as a text. */
export const numberOf = (cell: Cell | undefined): number =>
  typeof cell === 'string' ? (denormals[cell] ?? Number(cell)) : Number(cell);
