import { createRequire } from 'node:module';

/**
 * DuckDB's client is CommonJS in two hundred files. An import has all of them searched for the names of their exports
 * before they run, which makes up a fifth of the start of the store process; `require` does not.
 */
export const duckdb = createRequire(import.meta.url)('@duckdb/node-api') as typeof import('@duckdb/node-api');
