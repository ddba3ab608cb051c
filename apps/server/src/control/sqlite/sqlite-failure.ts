import { sqliteCode } from '../../engines/sqlite/sqlite-driver.ts';
import { ControlUnavailable } from '../control-errors.ts';

const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const INTERRUPT = 9;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The machine's fault, not the statement's. SQLite may have rolled the whole transaction back by itself. */
const OUTAGES = new Set([
  PERM,
  BUSY,
  LOCKED,
  NOMEM,
  READONLY,
  INTERRUPT,
  IOERR,
  CORRUPT,
  FULL,
  CANTOPEN,
  PROTOCOL,
  NOTADB,
]);

/** After these the connection is not trusted any more. */
const BROKEN = new Set([PERM, NOMEM, READONLY, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB]);

export function isOutage(error: unknown): boolean {
  return OUTAGES.has(sqliteCode(error) ?? -1);
}

export function isConnectionBroken(error: unknown): boolean {
  return BROKEN.has(sqliteCode(error) ?? -1);
}

export function unavailable(error: unknown): ControlUnavailable {
  const why = error instanceof Error ? error.message : String(error);
  return new ControlUnavailable(`The control database is unavailable: ${why}.`, { cause: error });
}
