import { readOnly, readTool } from '../read-tool.ts';
import type { Tool } from '../tool.ts';

const ASK_FOR_LESS = 'Ask for a shorter range, a coarser interval, fewer series or no breakdown.';

const queryExamples = `Examples:
- trend: {"kind": "timeseries", "event": "purchase", "interval": "day", "range": {"kind": "relative", "last": "7d"}, "aggregation": {"kind": "count"}, "breakdownProperty": "platform"}
- funnel: {"kind": "funnel", "steps": ["view_cart", "checkout", "purchase"], "conversionWindow": "7d", "range": {"kind": "relative", "last": "30d"}}
- retention: {"kind": "retention", "cohortEvent": "signup", "returnEvent": "open", "interval": "week", "range": {"kind": "relative", "last": "90d"}}
Other kinds: paths, lifecycle, stickiness, distribution, crash_free, crashes, performance, experiment. Filters: [{"field": "country", "op": "eq", "value": "CH"}]; fields of events are platform, country, app_version … or event_properties.<name>. An absolute range is {"kind": "absolute", "fromIso", "toIso"}. describe_insight_query gives all options of a kind.`;

/** Queries of events, crashes, performance and experiments, and SQL. */
export const insightTools: readonly Tool[] = [
  readTool({
    name: 'query_insights',
    title: 'Query insights',
    description: `Trends, funnels, retention and other queries over the events of an environment, as the Explore page of the dashboard runs them.\n${queryExamples}`,
    route: 'askInsight',
    input: {
      body: ['environment_id'],
      own: {
        query: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          required: ['kind'],
          description: 'See the examples',
        },
      },
      required: ['query'],
    },
    askForLess: ASK_FOR_LESS,
  }),
  {
    name: 'describe_insight_query',
    title: 'Describe a kind of query',
    description: 'JSON Schema of one kind of query for query_insights, with all of its options.',
    routes: ['askInsight'],
    input: {
      own: { kind: { type: 'string', description: 'Such as timeseries, funnel or retention' } },
      required: ['kind'],
    },
    hints: readOnly,
    askForLess: 'The document of the whole API is at /openapi.json.',
    run: async ({ kind }, { describeQuery }) => describeQuery(String(kind)),
  },
  {
    name: 'run_sql',
    title: 'Run SQL',
    description:
      'A read-only statement over the tables of an environment (list_sql_tables). Aggregate in SQL and use LIMIT: results are cut to what fits.',
    routes: ['askInsight'],
    input: {
      body: ['environment_id'],
      own: {
        sql: { type: 'string', minLength: 1, description: 'A SELECT; columns and their types are in list_sql_tables' },
      },
      required: ['sql'],
    },
    hints: readOnly,
    askForLess: 'Aggregate in SQL, select fewer columns or add LIMIT.',
    run: async ({ environment_id, sql }, { call }) =>
      await call('askInsight', {
        body: { ...(environment_id === undefined ? {} : { environment_id }), query: { kind: 'sql', sql } },
      }),
  },
  readTool({
    name: 'list_sql_tables',
    title: 'List SQL tables',
    description: 'Tables and columns that run_sql can read.',
    route: 'listSqlTables',
  }),
];
