import { sqlTables } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { handle } from '../../http/request/handle.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import type { ChangeStore } from '../changes/change-store.ts';
import { readInsightQuery } from './read-insight-query.ts';
import type { RunInsight } from './run-insight.ts';
import { runSql } from './run-sql.ts';

export interface InsightDeps {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly changes: ChangeStore;
  readonly runInsight: RunInsight;
}

/** Queries about what was collected. The work on one ends when its client leaves. */
export function registerInsightsRoute(fastify: FastifyInstance, deps: InsightDeps): void {
  handle(fastify, 'askInsight', async ({ access, body, reply }) => {
    const query = readInsightQuery(body.query);
    const environmentId = environmentOf(deps.state, access, body.environment_id).id;
    const scope = { projectId: access.projectId, environmentId };
    return whileClientWaits(reply, async (signal) => {
      const { resultJson } =
        query.kind === 'sql'
          ? await runSql(deps, access, environmentId, query.sql, { signal })
          : await deps.runInsight(query, scope, { signal });
      return `{"data":${resultJson}}`;
    });
  });

  handle(fastify, 'listSqlTables', async () => ({
    data: Object.entries(sqlTables).map(([name, { description, columns }]) => ({
      name,
      description,
      columns: columns.map((column) => ({ description: null, ...column })),
    })),
  }));
}
