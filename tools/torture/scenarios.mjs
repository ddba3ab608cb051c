/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} fault what is done to the product
 * @property {string} goal
 * @property {readonly string[]} tests files, from the root of the repository
 * @property {string} [only] a pattern of the names of the tests, where a file has others as well
 * @property {true} [isScaleOut] needs PostgreSQL, Redis and ClickHouse: `npm run test:scale-out` runs it
 * @property {true} [isInBrowser] its tests are Playwright's
 */

const torture = 'apps/server/test/torture';
const server = 'apps/server/test';
const source = 'apps/server/src';

/** What `npm run torture` runs, in this order; docs/reliability.md has a row for each. @type {readonly Scenario[]} */
export const scenarios = [
  {
    name: 'kill-main',
    fault: '`kill -9` of the main process at random moments under load',
    goal: '500 kills; nothing acknowledged lost, nothing twice, no manual step, serving again within 2 s',
    tests: [`${torture}/kill.test.ts`],
    only: 'main process|negative control',
  },
  {
    name: 'kill-store',
    fault: '`kill -9` of the store process, at random under load and at each step of the loader',
    goal: 'nothing lost, nothing twice; clients notice nothing',
    tests: [`${torture}/kill.test.ts`, `${source}/analytics/process/kill-store.test.ts`],
    only: 'store process|every step|at a step|negative control',
  },
  {
    name: 'loader-model',
    fault: 'the store fails at every step of every load, before or after it has done the work',
    goal: 'each event stored exactly once, every segment released once',
    tests: [`${source}/collect/loader/loader-model.test.ts`],
  },
  {
    name: 'power-cuts',
    fault: 'power cuts and kills at random moments, on a simulated disk that loses or tears what was not synced',
    goal: '2,000 power cuts; nothing acknowledged lost, nothing rejected kept',
    tests: [`${source}/collect/event-log/file/crash-model.test.ts`],
  },
  {
    name: 'failing-disk',
    fault: 'a sync or write that fails once, three times, for ever',
    goal: 'written to a new segment or 503; nothing acknowledged lost',
    tests: [`${source}/collect/event-log/file/failing-disk.test.ts`],
  },
  {
    name: 'disk-full',
    fault: 'a disk that fills up at several sizes under load, then has room again',
    goal: '503 with Retry-After, continues by itself, nothing acknowledged lost; config is served',
    tests: [`${torture}/disk-full.test.ts`],
  },
  {
    name: 'bit-flips',
    fault: 'flipped bits and truncations in the event log',
    goal: '10,000 flips; all noticed, at most the damaged record lost, shown',
    tests: [`${source}/collect/event-log/read-segment.property.test.ts`, `${torture}/damage.test.ts`],
    only: 'flip|fault|arbitrary|negative control',
  },
  {
    name: 'lost-files',
    fault: 'segments of the log that are cut or missing',
    goal: 'every lost event counted and shown; none reported where none was lost',
    tests: [`${torture}/losses.test.ts`],
  },
  {
    name: 'store-damage',
    fault: 'the store file deleted, cut or overwritten, also after segments were released',
    goal: 'moved aside, rebuilt from checkpoint and log; ingest continues',
    tests: [`${torture}/damage.test.ts`, `${source}/analytics/process/rebuild-store.test.ts`],
    only: 'store|rebuil|checkpoint',
  },
  {
    name: 'two-processes',
    fault: 'two processes on one data directory',
    goal: 'the second one refuses and names the first',
    tests: [
      `${source}/engines/files/data-directory/open-data-directory.test.ts`,
      `${server}/operations/operations.test.ts`,
    ],
    only: 'second|in use|lock|holder|two',
  },
  {
    name: 'odd-input',
    fault:
      'broken JSON, invalid UTF-8, deep nesting, many keys, NUL, `__proto__`, gzip bombs, slow and smuggled requests',
    goal: 'the answer of the contract, never a 5xx, no stall above 100 ms, memory bounded',
    tests: [
      `${server}/collect/ingest-odd-bodies.test.ts`,
      `${server}/collect/ingest-bounds.test.ts`,
      `${server}/collect/ingest-both-ways.test.ts`,
      `${server}/collect/heavy-bodies.test.ts`,
    ],
  },
  {
    name: 'fuzz',
    fault: 'generated and mutated requests to every route with every kind of key',
    goal: '1,000,000 requests; never a 5xx but a documented 503, the envelope of errors, the status of the table of keys',
    tests: [`${torture}/fuzz.test.ts`],
  },
  {
    name: 'user-sql',
    fault: "a project's own SQL that grows without bound, never ends, or asks for another project's rows",
    goal: 'only that query fails; other queries, ingest and config are not affected',
    tests: [
      `${server}/insights/sql-growth.test.ts`,
      `${source}/features/insights/duckdb/user-sql/hostile-statements.test.ts`,
      `${source}/features/insights/duckdb/user-sql/foreign-rows.test.ts`,
    ],
  },
  {
    name: 'start-without-disk',
    fault: 'a restart on a full or read-only disk, a data directory deleted while running',
    goal: 'config, streams and key checks from the snapshot; events 503; continues by itself',
    tests: [`${torture}/start-without-disk.test.ts`, `${torture}/directory-gone.test.ts`],
  },
  {
    name: 'without-control-plane',
    fault: 'a control plane that is damaged or gone, a store process that hangs',
    goal: 'config and ingest continue, only what needs the part gets 503',
    tests: [`${server}/operations/readiness.test.ts`, `${server}/operations/operations.test.ts`],
    only: 'control database|store',
  },
  {
    name: 'older-backup',
    fault: 'a backup under load, and a restore of an older one',
    goal: 'everything acknowledged before it is in it once; no client keeps a stale answer by a 304',
    tests: [`${server}/operations/backup.test.ts`, `${server}/delivery/generation.test.ts`],
  },
  {
    name: 'overload',
    fault: 'three times the load the server can carry, in an open loop, of all kinds of requests',
    goal: '503 within 50 ms in the order performance, ingest, register, crash, config; goodput at least 80 %; config answered; memory bounded',
    tests: [`${torture}/overload.test.ts`],
  },
  {
    name: 'noisy-project',
    fault: 'one project floods the server beyond its plan',
    goal: 'requests of others succeed',
    tests: [`${torture}/noisy-project.test.ts`],
  },
  {
    name: 'keys',
    fault: "wrong, revoked and other projects' keys and ids on every route",
    goal: '401, 403 and 404 exactly as the table of routes says',
    tests: [`${server}/projects/keys-and-permissions.test.ts`, `${server}/projects/key-scopes.test.ts`],
  },
  {
    name: 'sign-in',
    fault: 'guessed passwords, stolen and foreign sessions, requests from other sites',
    goal: 'delayed and rejected',
    tests: [`${server}/members/sign-in.test.ts`, `${source}/http/access/same-origin.test.ts`],
  },
  {
    name: 'pauses',
    fault: 'processes stopped for 30 s, clocks that jump by hours, SIGTERM under load',
    goal: 'nothing lost, nothing twice; SIGTERM fails no request',
    tests: [`${torture}/pauses.test.ts`, `${server}/operations/sigterm.test.ts`],
  },
  {
    name: 'sdk',
    fault: 'a server that is killed again and again while SDKs send',
    goal: 'everything tracked is stored once',
    tests: [`${torture}/sdk.test.ts`],
  },
  {
    name: 'earlier-data',
    fault: 'data directories, backups and states of SDKs of earlier formats',
    goal: 'opened with everything in its place',
    tests: [
      `${server}/operations/data-of-earlier-versions.test.ts`,
      `${server}/operations/data-of-earlier-formats.test.ts`,
      `${server}/sdk/sdk-state-of-earlier-versions.test.ts`,
    ],
  },
  {
    name: 'script-in-data',
    fault: 'script in event names, crash messages and flag values shown by the dashboard',
    goal: 'nothing runs',
    tests: ['apps/dashboard/test/hostile.spec.ts'],
    isInBrowser: true,
  },
  {
    name: 'three-servers',
    fault:
      'three servers behind a small balancer with PostgreSQL, Redis and ClickHouse, two senders and a reader of flags; each component killed in turn, 20 rounds',
    goal: 'nothing acknowledged lost, nothing twice, flags always answered',
    tests: ['apps/server/test/scale-out/three-edges.test.ts'],
    isScaleOut: true,
  },
  {
    name: 'shared-store-kills',
    fault: 'the process that ships and loads killed at each of its eight steps',
    goal: 'nothing lost, no duplicates',
    tests: ['apps/server/test/scale-out/shared-store-kills.test.ts'],
    isScaleOut: true,
  },
  {
    name: 'shared-store-faults',
    fault:
      'ClickHouse unreachable, without space, answering errors after it has done the work, killed in the middle of an attempt',
    goal: 'events and flags are served throughout; everything stored once after recovery',
    tests: ['apps/server/test/scale-out/shared-store-faults.test.ts'],
    isScaleOut: true,
  },
  {
    name: 'two-loaders',
    fault: 'two loaders that both believe they hold the lease',
    goal: 'the rows of exactly one count',
    tests: [`${source}/analytics/clickhouse/loading/two-loaders.scale-out.test.ts`],
    isScaleOut: true,
  },
  {
    name: 'interrupted-erasure',
    fault: 'a loader that dies at any statement of an erasure',
    goal: 'the next one completes it, with the same counts',
    tests: [`${source}/analytics/clickhouse/erasure`],
    isScaleOut: true,
  },
  {
    name: 'lost-server',
    fault: 'a server lost with unsent events',
    goal: 'sent from its disk exactly once, also when repeated',
    tests: ['apps/server/test/scale-out/drain.test.ts'],
    isScaleOut: true,
  },
  {
    name: 'two-servers',
    fault: 'two servers on one PostgreSQL, 20 rounds of kills',
    goal: 'no acknowledged write lost, no flag goes back to an older version',
    tests: ['apps/server/test/scale-out/kill-edges.test.ts'],
    isScaleOut: true,
  },
];
