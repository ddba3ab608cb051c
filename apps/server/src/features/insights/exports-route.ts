import { invalidField, type Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { Notices } from '../../control/notices/notices.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { clientAbortSignal } from '../../http/request/client-abort-signal.ts';
import { handle } from '../../http/request/handle.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import type { ReleaseStore } from '../releases/release-store.ts';
import { changesForSql } from './changes-for-sql.ts';
import type { ExportSpool } from './export-spool.ts';
import { flattenInsight } from './flatten-insight.ts';
import type { ExportFormat, ExportSource } from './queries/export-file.ts';
import { momentOf } from './queries/insight-params.ts';
import { readInsightQuery } from './read-insight-query.ts';
import { readRange } from './read-range.ts';
import type { RunInsight } from './run-insight.ts';
import { flattenTrend } from './trends/flatten-trend.ts';

export interface ExportsRouteDeps {
  readonly spool: ExportSpool;
  readonly notices: Pick<Notices, 'emit'>;
  readonly changes: ChangeStore;
  readonly runInsight: RunInsight;
  readonly state: EdgeState;
  readonly releases: Pick<ReleaseStore, 'find'>;
  readonly logger: Logger;
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

/** Tables and results as files. The file is whole before its first byte leaves, so it comes whole or not at all. */
export function registerExportsRoute(fastify: FastifyInstance, deps: ExportsRouteDeps): void {
  const { spool, notices, changes, runInsight, state, releases, logger } = deps;

  handle(fastify, 'createExport', async ({ access, actor, body, reply, receivedAtMs }) => {
    const environment = environmentOf(state, access, body.environment_id);
    const scope = { projectId: access.projectId, environmentId: environment.id };
    const signal = clientAbortSignal(reply);
    const written = await write(body, access, scope, signal, receivedAtMs).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (written === undefined) return reply.hijack();
    const { bytes, stream } = written;
    const data = { source: body.table ?? body.query?.kind, format: body.format, bytes, actor };
    // The file is complete; a webhook that could not be queued does not fail the export.
    await notices.emit({ type: 'export.completed', ...scope, data, atMs: Date.now() }).catch((error: unknown) => {
      logger.warn({ err: error, ...scope }, 'The webhook export.completed could not be queued');
    });
    reply.header('Content-Type', contentTypes[body.format]);
    reply.header('Content-Length', bytes);
    reply.header('Content-Disposition', `attachment; filename="${fileName(body, environment.slug, receivedAtMs)}"`);
    reply.header('Cache-Control', 'no-store');
    return reply.send(stream);
  });

  async function write(
    body: Wire['ExportBody'],
    access: ProjectAccess,
    scope: Scope,
    signal: AbortSignal,
    nowMs: number,
  ) {
    const source = await sourceOf(body, scope, signal, nowMs);
    const changesJson = await changesForSql(changes, access, namesIn(source));
    return spool.write({ scope, source, format: body.format, changesJson }, signal);
  }

  async function sourceOf(
    { table, query: sent, range }: Wire['ExportBody'],
    scope: Scope,
    signal: AbortSignal,
    nowMs: number,
  ): Promise<ExportSource> {
    if (table !== undefined && sent !== undefined) throw invalidField('query', 'cannot be given together with table');
    if (table !== undefined) {
      if (range === undefined) return { kind: 'table', table };
      const timezone = state.timezoneOf(scope.projectId);
      const { fromMs, toMs } = momentOf({ range: await readRange(range, 'range', scope, releases), timezone }, nowMs);
      return { kind: 'table', table, fromMs, toMs };
    }
    if (sent === undefined) throw invalidField('table', 'is required, unless there is a query');
    if (range !== undefined) throw invalidField('range', 'belongs to a table; a query has a range of its own');
    const query = readInsightQuery(sent);
    if (query.kind === 'sql') return { kind: 'sql', sql: query.sql };
    const { resultJson } = await runInsight(query, scope, { signal });
    const { columns, rows } =
      query.kind === 'timeseries' ? flattenTrend(resultJson, query) : flattenInsight(resultJson);
    return { kind: 'rows', columns, rowsJson: JSON.stringify(rows) };
  }
}

const namesIn = (source: ExportSource): string => {
  if (source.kind === 'sql') return source.sql;
  return source.kind === 'table' ? source.table : '';
};

function fileName({ table, query, format }: Wire['ExportBody'], environment: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '');
  return `${table ?? query?.kind ?? 'export'}-${environment}-${time}Z.${format}`;
}
