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

/** Folders of apps/server/src, in the order of the path of an event. @type {readonly Area[]} */
const serverFolders = [
  {
    folder: 'main.ts',
    imports: ['compose.ts', 'compose', 'first-start.ts', 'settings', 'http', 'adapters/embedded/file-backup'],
    why: 'settings, compose, listen, drain; and what is done without a server: a backup restored, a password reset',
  },
  {
    folder: 'first-start.ts',
    imports: ['control/first-start', 'adapters/embedded'],
    types: ['compose.ts', 'settings'],
    why: 'the first start with the parts that were composed',
  },
  { folder: 'compose.ts', imports: ['**'], why: 'the one place that knows every part' },
  { folder: 'compose', imports: ['**'], why: 'pieces of that place: what belongs together' },
  { folder: 'settings', imports: [], why: 'parts take options from their creator and never look for settings' },
  {
    folder: 'http',
    imports: [
      '@lamppost/evaluator',
      'ingest',
      'limits',
      'devices',
      'snapshot',
      'event-log',
      'control',
      'control/*',
      'analytics',
      'crashes',
      'symbols',
      'performance',
      'releases',
      'results',
      'guardrails',
      'sessions',
      'backups',
      'people',
      'replay',
    ],
    why: 'translates between the wire and the parts; of the event log it knows the failures that it answers 503 for',
  },
  { folder: 'limits', imports: [], why: 'a port: what a project may spend' },
  { folder: 'ingest', imports: ['limits', 'event-log'], why: 'a batch becomes a record' },
  {
    folder: 'schemas',
    imports: ['@lamppost/evaluator'],
    types: ['ingest', 'snapshot'],
    tests: ['snapshot'],
    why: 'schemas as checks: what ingest asks for, from what the snapshot holds',
  },
  { folder: 'replay', imports: ['analytics', 'event-log'], why: 'what failed goes back from the store into the log' },
  { folder: 'event-log', imports: [], why: 'a port and a format' },
  { folder: 'loader', imports: ['event-log', 'analytics'], why: 'from the one to the other' },
  { folder: 'analytics', imports: [], why: 'a port: questions and answers' },
  {
    folder: 'crashes',
    imports: ['analytics', 'event-log'],
    types: ['control', 'control/*'],
    tests: ['adapters/embedded/*'],
    why: 'takes the way of an event; which group a report belongs to is kept where people decide about groups',
  },
  {
    folder: 'symbols',
    imports: ['crashes', 'control/symbols'],
    types: ['control/changes'],
    why: "takes frames of a crash back to the source, and marks them as the app's own anew",
  },
  { folder: 'performance', imports: ['analytics', 'event-log'], why: 'takes the way of an event' },
  {
    folder: 'releases',
    imports: ['analytics'],
    types: ['control', 'control/*'],
    why: 'versions that data shows become releases of the control plane, held against each other by what the store says',
  },
  {
    folder: 'devices',
    imports: ['event-log', 'control', 'control/*'],
    why: 'what a device says of itself goes to the control plane and to the log',
  },
  {
    folder: 'people',
    imports: ['analytics', 'control', 'control/*', 'event-log'],
    why: 'whom the store and the control plane know together, and how both forget',
  },
  { folder: 'control', imports: [], types: ['control/*'], why: 'what all nouns share, and the port that gathers them' },
  {
    folder: 'control/*',
    imports: ['control'],
    types: ['control/*'],
    tests: ['snapshot'],
    why: 'a noun knows the shape of others, not how they work',
  },
  {
    folder: 'control/crash-groups',
    imports: ['control', '@lamppost/evaluator'],
    types: ['control/*'],
    why: 'versions of an app have one order, wherever they are compared',
  },
  {
    folder: 'control/projects',
    imports: ['control', 'control/keys'],
    types: ['control/*'],
    why: 'a project is made with its first keys',
  },
  {
    folder: 'control/first-start',
    imports: ['control', 'control/keys', 'control/operators', 'control/projects'],
    types: ['control/*'],
    tests: ['snapshot'],
    why: 'makes one of each, all or nothing',
  },
  {
    folder: 'snapshot',
    imports: ['control', '@lamppost/evaluator'],
    types: ['control/*'],
    why: 'what requests need, in memory',
  },
  {
    folder: 'results',
    imports: ['analytics', '@lamppost/statistics'],
    types: ['control', 'control/*'],
    why: 'experiment results',
  },
  { folder: 'guardrails', imports: ['results', 'control', 'control/*'], why: 'changes a rollout when results say so' },
  { folder: 'backups', imports: ['control', 'control/*'], why: 'copies of the installation, each a job' },
  {
    folder: 'sessions',
    imports: ['control', 'control/*'],
    tests: ['adapters/embedded/*'],
    why: 'sign-in of members',
  },
  { folder: 'telemetry', imports: [], why: 'everybody uses it, so it uses nobody' },
  {
    folder: 'adapters/embedded',
    imports: ['limits', 'event-log', 'analytics', 'control', 'control/*', 'snapshot'],
    why: 'small adapters, and what all of them share',
  },
  {
    folder: 'adapters/embedded/*',
    imports: [
      'adapters/embedded',
      'limits',
      'event-log',
      'loader',
      'analytics',
      'control',
      'control/*',
      'snapshot',
      'backups',
    ],
    tests: ['adapters/embedded/*'],
    why: 'implements ports with its drivers; knows no other adapter',
  },
  {
    folder: 'adapters/embedded/http-symbolizer',
    imports: ['symbols'],
    why: "asks a service of the operator's own",
  },
  {
    folder: 'adapters/embedded/symbol-files',
    imports: ['adapters/embedded', 'symbols', 'control/symbols'],
    tests: ['crashes', 'control/changes', 'adapters/embedded/*'],
    why: 'keeps symbol files, and asks them in a thread that may be killed',
  },
  {
    folder: 'adapters/embedded/report-reader',
    imports: ['adapters/embedded', 'crashes'],
    why: 'reads crash reports in a thread that may be killed',
  },
  {
    folder: 'adapters/embedded/ingest-thread',
    imports: ['adapters/embedded', 'ingest', 'schemas', 'snapshot'],
    why: 'reads bodies that would hold everybody up in a thread that may be killed; it puts its own parts together',
  },
  {
    folder: 'adapters/embedded/store-process',
    imports: ['adapters/embedded', 'adapters/embedded/duckdb-store', 'event-log', 'loader', 'analytics'],
    tests: ['adapters/embedded/*'],
    why: 'a process of its own, so it puts its own parts together',
  },
];

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
    imports: ['api', 'design', 'charts', 'navigation', 'questions'],
    why: 'a page knows no other page and no router',
  },
  {
    folder: 'questions',
    imports: ['api', 'design', 'charts', 'navigation'],
    why: 'questions about events, put together and answered: on the page Explore and in widgets of dashboards',
  },
  { folder: 'navigation', imports: ['api', 'design'], why: 'the address as pages see it: links, ranges, search' },
  { folder: 'charts', imports: ['design'], why: 'data in, a picture out; knows nothing of the API' },
  { folder: 'design', imports: [], why: 'data in, callbacks out; knows nothing of the API' },
  { folder: 'api', imports: [], why: 'requests and who asks; knows nothing of what is drawn' },
];

/** Workspaces that other workspaces may name. @type {readonly { workspace: string, imports: readonly string[], types?: readonly string[] }[]} */
export const workspaces = [
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
  // Clients are handed to its provider: it knows their types, and no platform.
  { workspace: 'packages/sdk-react', imports: ['@lamppost/sdk-core'] },
  // Clients are handed to providers, which know no more of them than they need; of the evaluator it is how contexts are read.
  { workspace: 'packages/openfeature', imports: ['@lamppost/evaluator', '@lamppost/sdk-core'] },
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
    ],
  },
  { workspace: 'apps/dashboard', imports: [], types: ['@lamppost/protocol'] },
  { workspace: 'bench', imports: ['@lamppost/protocol', '@lamppost/evaluator', '@lamppost/demo-data'] },
];

export const rules = {
  workspaces,
  /** Inside a workspace: its source folder and the rows that hold there. */
  folders: [
    { root: 'apps/server/src', areas: serverFolders, everywhere: ['telemetry', '@lamppost/protocol'] },
    { root: 'apps/dashboard/src', areas: dashboardFolders, everywhere: ['@lamppost/protocol'] },
  ],
  /** Packages that belong to one place. Any other declared package may be used in the whole workspace. */
  drivers: {
    '@duckdb/node-api': ['adapters/embedded/duckdb-store', 'adapters/embedded/store-process'],
    '@photostructure/sqlite': [
      'adapters/embedded/sqlite-control',
      'adapters/embedded/data-directory',
      'adapters/embedded',
    ],
    '@node-rs/argon2': ['adapters/embedded'],
    kysely: ['adapters/embedded/sqlite-control'],
    fastify: ['http'],
    pino: ['telemetry'],
    'prom-client': ['telemetry'],
  },
  /** Source files only; tests may be longer. */
  maxLines: 400,
};
