/**
 * Who may import whom. Read it as documentation: it is the only place where these laws are written down.
 *
 * Everything may import itself and the folders of `everywhere`. Type-only imports count like any other.
 * Where a folder is only named in `types`, `import type` is allowed and nothing else.
 * `*` stands for one folder name, `**` for everything. The most precise row wins.
 *
 * @typedef {object} Area
 * @property {string} folder
 * @property {readonly string[]} imports folders that may be imported
 * @property {readonly string[]} [types] folders of which only types may be imported
 * @property {readonly string[]} [tests] folders that its tests and contracts may import as well
 * @property {string} why
 */

/** Folders of apps/server/src: the spine, and features on it. @type {readonly Area[]} */
const serverFolders = [
  {
    folder: 'main.ts',
    imports: ['compose', 'settings', 'features/operations'],
    why: 'settings, compose, listen, drain',
  },
  { folder: 'compose', imports: ['**'], why: 'every root: the server, the store process, worker threads' },
  { folder: 'settings', imports: [], why: 'parts take options from their creator and never look for settings' },
  { folder: 'telemetry', imports: [], why: 'everybody uses it, so it uses nobody' },
  {
    folder: 'engines',
    imports: [],
    why: 'connections, transactions, files, threads: without a word of the product',
  },
  { folder: 'control', imports: ['engines'], why: 'what all stores of the control plane share' },
  {
    folder: 'edge',
    imports: ['@lamppost/evaluator', 'control', 'engines'],
    why: 'what every request needs, in memory; it owns the published shapes, features fill them',
  },
  { folder: 'collect', imports: ['edge', 'engines'], why: 'the path of an event' },
  {
    folder: 'http',
    imports: ['edge', 'collect', 'control', 'analytics', 'engines'],
    why: 'requests in, answers out; of the parts behind it, it knows the failures that it has an answer for',
  },
  {
    folder: 'analytics',
    imports: ['@lamppost/statistics', 'collect', 'edge', 'engines'],
    why: 'the port of the analytics store, and its scheduling',
  },
  {
    folder: 'analytics/duckdb',
    imports: ['analytics', 'collect', 'edge', 'engines'],
    why: 'tables, loading, checkpoints, erasure, and the relations that several features read',
  },
  {
    folder: 'analytics/clickhouse',
    imports: ['analytics', 'analytics/duckdb', 'collect', 'edge', 'engines'],
    types: ['control'],
    why: 'the same in ClickHouse; DuckDB takes segments apart for it, in memory',
  },
  {
    folder: 'features/*',
    imports: [
      '@lamppost/evaluator',
      '@lamppost/statistics',
      'http',
      'edge',
      'collect',
      'analytics',
      'control',
      'engines',
    ],
    why: 'one noun: its routes, its store, its rules, its queries',
  },
  {
    folder: 'features/*/duckdb',
    imports: ['@lamppost/statistics', 'analytics', 'analytics/duckdb', 'edge', 'engines'],
    why: 'the queries of the feature, in the SQL of the engine',
  },
  {
    folder: 'features/*/*/duckdb',
    imports: ['analytics', 'analytics/duckdb', 'edge', 'engines'],
    why: 'the queries of a part of the feature, in the SQL of the engine',
  },
  {
    folder: 'features/*/clickhouse',
    imports: ['@lamppost/statistics', 'analytics', 'analytics/clickhouse', 'edge', 'engines'],
    why: 'the queries of the feature, in the SQL of the engine',
  },
  {
    folder: 'features/*/*/clickhouse',
    imports: ['analytics', 'analytics/clickhouse', 'edge', 'engines'],
    why: 'the queries of a part of the feature, in the SQL of the engine',
  },
];

/**
 * What features may use of each other: files, or a folder that ends with `/`. Inside a feature everything may be used, but
 * for its queries in the SQL of an engine, which only compose knows.
 */
const publicFiles = {
  approvals: ['needs-approval.ts'],
  changes: ['change-row.ts', 'change-statements.ts', 'change-store.ts'],
  cohorts: ['cohort-member-statements.ts', 'cohort-rules.ts'],
  crashes: [
    'clickhouse/session-rows.ts',
    'duckdb/session-rows.ts',
    'duckdb/session-values.ts',
    'grouping/crash-frame.ts',
    'grouping/frame-family.ts',
    'grouping/in-app.ts',
    'grouping/jvm-class.ts',
    'queries/session-health.ts',
    'redact-crash-groups.ts',
    'report/crash-report.ts',
    'report/cut-text.ts',
    'triage/empty-crash-groups.ts',
    'triage/unassign-member.ts',
  ],
  dashboards: ['dashboard-store.ts', 'templates/templates.ts'],
  delivery: ['config-delivery.ts'],
  devices: ['attributes-record.ts', 'device-row.ts', 'device-store.ts', 'user-statements.ts', 'user-store.ts'],
  digests: ['pause-digests.ts'],
  events: [
    'clickhouse/events.ts',
    'duckdb/events.ts',
    'queries/event-json.ts',
    'failed/clickhouse/failed-event-rows.ts',
    'failed/duckdb/failed-event-rows.ts',
    'schemas/event-schema-state.ts',
    'schemas/event-schema-store.ts',
  ],
  experiments: [
    'clickhouse/compute-metrics.ts',
    'clickhouse/unit-keys.ts',
    'duckdb/compute-metrics.ts',
    'duckdb/session-contributions.ts',
    'duckdb/unit-keys.ts',
    'experiment-state.ts',
    'experiment-store.ts',
    'experiments-route.ts',
    'judging/judge-metric.ts',
    'queries/experiment-statistics.ts',
    'read-metrics.ts',
  ],
  flags: [
    'disown-flags.ts',
    'flag-statements.ts',
    'flag-sightings.ts',
    'flag-state.ts',
    'flag-store.ts',
    'flags-route.ts',
    'read-flags.ts',
    'read-rules.ts',
    'targeting-operations.ts',
    'targeting-state.ts',
  ],
  groups: ['group-state.ts', 'group-store.ts'],
  guardrails: ['describe-breach.ts', 'evidence-state.ts', 'guardrail-evidence.ts', 'judge-guardrail.ts'],
  holdout: ['holdout-state.ts'],
  insights: [
    'clickhouse/cohort-persons.ts',
    'clickhouse/insight-fields.ts',
    'clickhouse/insight-filters.ts',
    'clickhouse/user-sql/parquet-rows.ts',
    'duckdb/cohort-persons.ts',
    'duckdb/insight-fields.ts',
    'duckdb/insight-filters.ts',
    'feature-insights.ts',
    'read-filters.ts',
    'read-range.ts',
    'queries/cohort-members.ts',
    'queries/insight-params.ts',
    'people/person-cursor.ts',
    'people/read-people-behind.ts',
    'people/read-point.ts',
    'people/with-people.ts',
    'read-insight-query.ts',
    'run-insight.ts',
    'run-sql.ts',
  ],
  layers: ['bucket-ranges.ts', 'layer-statements.ts'],
  members: ['member-operations.ts', 'member-store.ts'],
  operations: ['job-row.ts', 'job-store.ts'],
  people: ['person-directory.ts', 'queries/people.ts'],
  performance: ['clickhouse/metric-rows.ts', 'duckdb/metric-rows.ts', 'well-known-thresholds.ts'],
  privacy: ['erased-subjects-statements.ts', 'privacy-store.ts', 'user-export.ts'],
  projects: ['environment-operations.ts', 'environment-store.ts', 'plan-operations.ts', 'require-project.ts'],
  releases: ['release-store.ts'],
  symbols: ['symbolicated-frame.ts', 'symbolicator.ts'],
  webhooks: ['formats/adaptive-card.ts'],
};

/** Folders of apps/dashboard/src. @type {readonly Area[]} */
const dashboardFolders = [
  { folder: 'main.tsx', imports: ['app', 'api', 'design'], why: 'makes the parts and starts the app' },
  {
    folder: 'app',
    imports: ['api', 'design', 'navigation', 'pages/*'],
    why: 'the router, and what stands around a page',
  },
  {
    folder: 'pages/*',
    imports: ['api', 'design', 'charts', 'navigation', 'insights', 'records', 'conditions', 'digests'],
    why: 'a page knows no other page and no router',
  },
  {
    folder: 'insights',
    imports: ['api', 'design', 'charts', 'navigation'],
    why: 'questions about events, put together and answered: on the page Explore and in widgets of dashboards',
  },
  {
    folder: 'records',
    imports: ['api', 'design', 'navigation'],
    why: 'what pages of named things that can be archived share, such as groups and cohorts',
  },
  {
    folder: 'digests',
    imports: ['api', 'design', 'navigation'],
    why: 'the dialog of a digest, which the page of a dashboard and the settings open',
  },
  {
    folder: 'conditions',
    imports: ['api', 'design'],
    why: 'who a rule of a flag or the audience of an experiment is for, edited and in words',
  },
  { folder: 'navigation', imports: ['api', 'design'], why: 'the address as pages see it: links, ranges, search' },
  { folder: 'charts', imports: ['design'], why: 'data in, a picture out; knows nothing of the API' },
  { folder: 'design', imports: [], why: 'data in, callbacks out; knows nothing of the API' },
  { folder: 'api', imports: [], why: 'requests and who asks; knows nothing of what is drawn' },
];

/** Folders of apps/cli/src. @type {readonly Area[]} */
const cliFolders = [
  { folder: 'main.ts', imports: ['commands'], why: 'runs the command line, and ends with its exit code' },
  { folder: 'version.ts', imports: [], why: 'of the package' },
  {
    folder: 'commands',
    imports: ['client', 'config', 'codegen', 'as-code', 'import', 'output', 'files', 'server', 'version.ts'],
    why: 'one file or folder for each command; loaded when it is asked for',
  },
  { folder: 'client', imports: ['config'], why: 'requests by the names of the route table' },
  { folder: 'config', imports: ['files'], why: 'profiles, lamppost.config.json, and which server is asked with what' },
  { folder: 'codegen', imports: [], why: 'pure: definitions in, text out; a folder for each language' },
  { folder: 'as-code', imports: [], why: 'pure: files of flags and schemas, read strictly and compared' },
  { folder: 'import', imports: ['files'], why: 'files of other products in, events out; formats are pure' },
  { folder: 'output', imports: [], why: 'tables, lines of blocks, progress, colours' },
  { folder: 'files', imports: [], why: 'whole files in, whole files out' },
  { folder: 'server', imports: [], why: "starts the server's own entry, of which it knows the path and nothing else" },
  { folder: 'exit', imports: [], why: 'failures and exit codes: everybody uses them' },
];

/** Workspaces that other workspaces may name. @type {readonly { workspace: string, imports: readonly string[], types?: readonly string[] }[]} */
const workspaces = [
  { workspace: 'packages/protocol', imports: [] },
  { workspace: 'packages/evaluator', imports: [], types: ['@lamppost/protocol'] },
  { workspace: 'packages/statistics', imports: [] },
  { workspace: 'packages/sdk-core', imports: [], types: ['@lamppost/protocol'] },
  { workspace: 'packages/sdk-browser', imports: ['@lamppost/sdk-core'], types: ['@lamppost/protocol'] },
  {
    workspace: 'packages/sdk-node',
    imports: ['@lamppost/sdk-core', '@lamppost/evaluator'],
    types: ['@lamppost/protocol'],
  },
  { workspace: 'packages/sdk-react-native', imports: ['@lamppost/sdk-core'], types: ['@lamppost/protocol'] },
  // Clients are handed to its provider: it knows their types, and no platform. For Next.js it makes the page's itself.
  { workspace: 'packages/sdk-react', imports: ['@lamppost/sdk-core', '@lamppost/browser', '@lamppost/react'] },
  // Clients are handed to providers, which know no more of them than they need; of the evaluator it is how contexts are read.
  { workspace: 'packages/openfeature', imports: ['@lamppost/evaluator', '@lamppost/sdk-core'] },
  // Talks to the server as any program does, and is run by bundlers.
  { workspace: 'packages/bundler-plugin', imports: [] },
  // Hands out the flags and variants that the server would hand out, so it evaluates like it.
  { workspace: 'packages/demo-data', imports: ['@lamppost/evaluator'] },
  // Its tests drive it with SDKs; its source may not, see `folders`.
  {
    workspace: 'apps/server',
    imports: [
      '@lamppost/protocol',
      '@lamppost/evaluator',
      '@lamppost/statistics',
      '@lamppost/sdk-core',
      '@lamppost/browser',
      '@lamppost/node',
      '@lamppost/react',
      '@lamppost/react-native',
      '@lamppost/openfeature',
      '@lamppost/bundler-plugin',
    ],
  },
  { workspace: 'apps/cli', imports: ['@lamppost/protocol'] },
  { workspace: 'apps/dashboard', imports: ['@lamppost/statistics'], types: ['@lamppost/protocol'] },
  { workspace: 'bench', imports: ['@lamppost/protocol', '@lamppost/evaluator', '@lamppost/demo-data'] },
];

export const rules = {
  workspaces,
  /** Inside a workspace: its source folder and the rows that hold there. */
  folders: [
    {
      root: 'apps/server/src',
      areas: serverFolders,
      everywhere: ['telemetry', '@lamppost/protocol'],
      // They put real parts together, as compose does.
      tests: ['**'],
      features: { folder: 'features', engines: ['duckdb', 'clickhouse'], publicFiles },
    },
    { root: 'apps/cli/src', areas: cliFolders, everywhere: ['exit', '@lamppost/protocol'] },
    { root: 'apps/dashboard/src', areas: dashboardFolders, everywhere: ['@lamppost/protocol', '@lamppost/statistics'] },
  ],
  /** Packages that belong to one place. Any other declared package may be used in the whole workspace. */
  drivers: {
    '@clickhouse/client': ['engines'],
    '@duckdb/node-api': [
      'engines',
      'analytics/duckdb',
      'analytics/clickhouse',
      'features/*/duckdb',
      'features/*/*/duckdb',
      'compose',
      'import',
    ],
    '@photostructure/sqlite': ['engines'],
    '@node-rs/argon2': ['features/members'],
    kysely: ['engines', 'control'],
    fastify: ['http', 'features/*', 'compose'],
    pg: ['control'],
    pino: ['telemetry'],
    'prom-client': ['telemetry'],
  },
  /** Where statements of SQL may not stand, tests aside: nowhere below `root` but in `except`. */
  sql: [
    {
      root: 'apps/server/src',
      except: [
        /-statements\.ts$/,
        /(?:^|\/)(?:duckdb|clickhouse|sqlite|postgres)\//,
        /^engines\//,
        /^control\/(?:migrations|sql)\//,
        /^compose\/testing\//,
        // Widgets that ask in the SQL of users what no query of its own does.
        /^features\/dashboards\/templates\//,
      ],
      why: 'the control plane keeps it in *-statements.ts, the analytics store in duckdb/ and clickhouse/',
    },
    {
      root: 'apps/dashboard/src',
      // Examples for people who write SQL themselves.
      except: [/^pages\/explore\/sql-examples\.ts$/],
      why: 'pages ask routes, whose queries are written for each engine of the store',
    },
  ],
  /** Source files only; tests may be longer. */
  maxLines: 400,
  /** Source files that a folder may hold itself, tests aside. */
  maxFilesOfFolder: 25,
};
