import { createHash } from 'node:crypto';

/**
 * The deduplication hash: the last eight bytes, little-endian, of the MD5 of `<environment>/<kind>/<id>`.
 * Stored and compared over years, so it must never depend on DuckDB's own hash(), which may change.
 * It only finds suspects; the ids themselves decide.
 */
export type DedupKind = 'event' | 'metric' | 'crash';

/** `prefix` is an SQL expression made with dedupPrefixSql; `id` the normalised id as text. */
export const dedupHashSql = (prefix: string, id: string): string => `md5_number_lower(${prefix} || ${id})`;

export const dedupPrefixSql = (environment: string, kind: DedupKind): string =>
  `${environment}::VARCHAR || '/${kind}/'`;

export const dedupHash = (environmentId: string, kind: DedupKind, id: string): bigint =>
  createHash('md5').update(`${environmentId}/${kind}/${id}`).digest().readBigUInt64LE(8);
